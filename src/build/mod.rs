//! The wiring, and the front door of the library: sources in memory become a site in memory.
