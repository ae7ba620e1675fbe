//! The tables of a campaign's file.

/// Distinguishes a campaign from other `SQLite` files: `jcal` in ASCII.
pub(crate) const APPLICATION_ID: i64 = 0x6a63_616c;
/// The version of all tables below.
pub(crate) const SCHEMA: i64 = 2;
/// The version before [`EFFECTS`]. Such campaigns can be fitted, but not continued.
pub(crate) const WITHOUT_EFFECTS: i64 = 1;

/// The statements that create the tables of a version; `None` for an unknown one.
pub(crate) fn tables(version: i64) -> Option<String> {
    match version {
        WITHOUT_EFFECTS => Some(TABLES.to_owned()),
        SCHEMA => Some(format!("{TABLES}{EFFECTS}")),
        _ => None,
    }
}

const EFFECTS: &str = "
CREATE TABLE effect (
    program INTEGER PRIMARY KEY REFERENCES program,
    array_bytes REAL NOT NULL CHECK (array_bytes >= 0),
    mispredicted_dispatches REAL NOT NULL CHECK (mispredicted_dispatches >= 0)
) STRICT;
";

const TABLES: &str = "
CREATE TABLE campaign (provenance TEXT NOT NULL) STRICT;
CREATE TABLE device (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    facts TEXT NOT NULL
) STRICT;
CREATE TABLE launch (
    id INTEGER PRIMARY KEY,
    device INTEGER NOT NULL REFERENCES device,
    launch INTEGER NOT NULL,
    facts TEXT NOT NULL
) STRICT;
CREATE TABLE class (
    name TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;
CREATE TABLE program (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    held_out INTEGER NOT NULL,
    operation TEXT,
    data_type TEXT,
    data_size TEXT,
    class TEXT REFERENCES class,
    method TEXT,
    descriptor TEXT,
    executions REAL NOT NULL CHECK (executions > 0),
    baseline INTEGER REFERENCES program
) STRICT;
CREATE TABLE executed (
    program INTEGER NOT NULL REFERENCES program,
    class TEXT NOT NULL REFERENCES class,
    method TEXT NOT NULL,
    descriptor TEXT NOT NULL,
    invocations REAL NOT NULL CHECK (invocations >= 0),
    counts TEXT NOT NULL,
    PRIMARY KEY (program, class, method, descriptor)
) STRICT;
CREATE TABLE plan (
    id INTEGER PRIMARY KEY,
    device INTEGER NOT NULL REFERENCES device,
    launch INTEGER NOT NULL,
    cycle INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    program INTEGER NOT NULL REFERENCES program,
    UNIQUE (device, launch, cycle, ordinal)
) STRICT;
CREATE TABLE tuned (
    device INTEGER NOT NULL REFERENCES device,
    program INTEGER NOT NULL REFERENCES program,
    iterations INTEGER NOT NULL CHECK (iterations > 0),
    PRIMARY KEY (device, program)
) STRICT;
CREATE TABLE sample (
    entry INTEGER PRIMARY KEY REFERENCES plan,
    iterations INTEGER NOT NULL CHECK (iterations > 0),
    energy_j REAL NOT NULL CHECK (energy_j > 0),
    cpu_s REAL NOT NULL CHECK (cpu_s > 0),
    wall_s REAL NOT NULL CHECK (wall_s > 0),
    probe_before_s REAL CHECK (probe_before_s > 0),
    probe_after_s REAL CHECK (probe_after_s > 0),
    at TEXT,
    raw TEXT
) STRICT;
";
