//! Disk and processes: the only room with windows.
