//! The tables of a profile's file; `docs/profile.md` describes them.

/// Distinguishes a profile from other `SQLite` files: `jprf` in ASCII.
pub(crate) const APPLICATION_ID: i64 = 0x6a70_7266;
/// The version of the tables below.
pub(crate) const SCHEMA: i64 = 3;
/// The previous version, which has all tables except [`MORE_TABLES`].
pub(crate) const OLDER_SCHEMA: i64 = 2;
/// The tables that [`SCHEMA`] added.
pub(crate) const MORE_TABLES: &str = "
CREATE TABLE call_reading (
    run INTEGER NOT NULL REFERENCES run,
    start_nanos INTEGER NOT NULL,
    end_nanos INTEGER NOT NULL,
    method INTEGER NOT NULL,
    calls INTEGER NOT NULL
) STRICT;
";
pub(crate) const TABLES: &str = "
CREATE TABLE profile (
    program TEXT NOT NULL,
    meter TEXT NOT NULL,
    meter_what TEXT NOT NULL,
    is_modelled INTEGER NOT NULL
) STRICT;
CREATE TABLE note (kind TEXT NOT NULL CHECK (kind IN ('meter', 'problem')), text TEXT NOT NULL) STRICT;
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started_unix_nanos INTEGER NOT NULL,
    wall_nanos INTEGER NOT NULL,
    exit_code INTEGER,
    unseen_cpu_nanos INTEGER NOT NULL
) STRICT;
CREATE TABLE jvm (
    run INTEGER NOT NULL REFERENCES run,
    id INTEGER NOT NULL,
    pid INTEGER NOT NULL,
    feature INTEGER NOT NULL,
    sampler TEXT CHECK (sampler IN ('cpu-time', 'safepoints')),
    lost_samples INTEGER NOT NULL,
    PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE thread (
    run INTEGER NOT NULL REFERENCES run,
    id INTEGER NOT NULL,
    pid INTEGER NOT NULL,
    tid INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('java', 'jit', 'gc', 'vm', 'recorder', 'native')),
    PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE window (
    run INTEGER NOT NULL REFERENCES run,
    id INTEGER NOT NULL,
    start_nanos INTEGER NOT NULL,
    end_nanos INTEGER NOT NULL,
    joules REAL,
    PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE cpu (
    run INTEGER NOT NULL,
    window INTEGER NOT NULL,
    thread INTEGER NOT NULL,
    nanos INTEGER NOT NULL,
    PRIMARY KEY (run, window, thread)
) STRICT, WITHOUT ROWID;
CREATE TABLE sample (
    run INTEGER NOT NULL REFERENCES run,
    at_nanos INTEGER NOT NULL,
    jvm INTEGER NOT NULL,
    thread INTEGER,
    stack INTEGER,
    cpu_nanos INTEGER NOT NULL
) STRICT;
CREATE TABLE entry_count (
    run INTEGER NOT NULL REFERENCES run,
    method INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (run, method)
) STRICT, WITHOUT ROWID;
CREATE TABLE allocation (run INTEGER NOT NULL REFERENCES run, stack INTEGER, class TEXT NOT NULL, bytes INTEGER NOT NULL) STRICT;
CREATE TABLE wait (
    run INTEGER NOT NULL REFERENCES run,
    kind TEXT NOT NULL CHECK (kind IN ('lock', 'park')),
    stack INTEGER,
    class TEXT NOT NULL,
    times INTEGER NOT NULL,
    nanos INTEGER NOT NULL
) STRICT;
CREATE TABLE transfer (
    run INTEGER NOT NULL REFERENCES run,
    device TEXT NOT NULL CHECK (device IN ('network', 'disk')),
    is_out INTEGER NOT NULL,
    at_nanos INTEGER NOT NULL,
    nanos INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    stack INTEGER
) STRICT;
CREATE TABLE method (id INTEGER PRIMARY KEY, class TEXT NOT NULL, name TEXT NOT NULL, descriptor TEXT) STRICT;
CREATE TABLE frame (
    id INTEGER PRIMARY KEY,
    method INTEGER NOT NULL,
    line INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('interpreted', 'compiled', 'inlined', 'native', 'unknown'))
) STRICT;
CREATE TABLE stack (id INTEGER PRIMARY KEY, caller INTEGER, frame INTEGER NOT NULL) STRICT;
CREATE TABLE method_count (method INTEGER PRIMARY KEY, entries INTEGER NOT NULL) STRICT;
CREATE TABLE line_count (
    method INTEGER NOT NULL,
    line INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (method, line)
) STRICT, WITHOUT ROWID;
CREATE TABLE counted (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
";
