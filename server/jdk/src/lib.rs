//! Finds JDKs, runs the resident javac service, reads the JDK's modules.
