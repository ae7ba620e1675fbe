//! Project I/O: source roots, class paths, files and caches.
