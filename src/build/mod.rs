//! Sources in memory to a site in memory, with diagnostics.
