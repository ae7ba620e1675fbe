//! The file of a profile: a database that is written and read as a whole.

use std::io::Cursor;
use std::path::Path;

use profile::{
    EnergyRun, Frame, FrameIndex, FrameKind, Jvm, JvmIndex, LineCount, Method, MethodCount,
    MethodIndex, Profile, Sample, Sampler, Stack, StackIndex, Thread, ThreadCpu, ThreadIndex,
    ThreadKind, Window,
};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, Transaction, params};

use crate::error::RunFileError;
use crate::event_tables;
use crate::schema::{APPLICATION_ID, MORE_TABLES, OLDER_SCHEMA, SCHEMA, TABLES};
use crate::values::{all, nanos, of_text, signed, text_of, wrong};

/// The counts of a JVM are the largest value.
const MAX_VALUE_BYTES: i32 = 1 << 30;

const SAMPLERS: [(Sampler, &str); 2] = [
    (Sampler::CpuTime, "cpu-time"),
    (Sampler::Safepoints, "safepoints"),
];
const THREADS: [(ThreadKind, &str); 6] = [
    (ThreadKind::Java, "java"),
    (ThreadKind::Jit, "jit"),
    (ThreadKind::Gc, "gc"),
    (ThreadKind::Vm, "vm"),
    (ThreadKind::Recorder, "recorder"),
    (ThreadKind::Native, "native"),
];
const FRAMES: [(FrameKind, &str); 5] = [
    (FrameKind::Interpreted, "interpreted"),
    (FrameKind::Compiled, "compiled"),
    (FrameKind::Inlined, "inlined"),
    (FrameKind::Native, "native"),
    (FrameKind::Unknown, "unknown"),
];

/// The contents of a profile's file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunFile {
    /// What was recorded.
    pub profile: Profile,
    /// The counts that the JVMs of the count run wrote, for the crate `counts`.
    pub counted: Vec<Vec<u8>>,
}

impl RunFile {
    /// Writes the whole file for its owner only, or leaves the existing one.
    ///
    /// # Errors
    /// [`RunFileError::Write`].
    pub fn write(&self, path: &Path) -> Result<(), RunFileError> {
        let bytes = self.to_bytes()?;
        files::write_private(path, bytes).map_err(|source| RunFileError::Write {
            path: path.to_path_buf(),
            source,
        })
    }

    /// Reads a file, which may come from anybody.
    ///
    /// # Errors
    ///
    /// [`RunFileError`] if it cannot be read, or is not a profile.
    pub fn read(path: &Path) -> Result<Self, RunFileError> {
        let bytes = files::read(path, files::PROFILE).map_err(|source| RunFileError::Read {
            path: path.to_path_buf(),
            source,
        })?;
        Self::from_bytes(&bytes, &path.display().to_string())
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// [`RunFileError::Database`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, RunFileError> {
        let mut connection = Connection::open_in_memory()?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(TABLES)?;
        transaction.execute_batch(MORE_TABLES)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", SCHEMA)?;
        self.insert(&transaction)?;
        transaction.commit()?;
        Ok(connection.serialize("main")?.to_vec())
    }

    /// Reads the bytes of a file. `place` is their source, for messages.
    ///
    /// # Errors
    /// [`RunFileError::Malformed`].
    pub fn from_bytes(bytes: &[u8], place: &str) -> Result<Self, RunFileError> {
        let malformed = |reason: String| RunFileError::Malformed {
            place: place.to_owned(),
            reason,
        };
        if !bytes.starts_with(b"SQLite format 3\0") {
            return Err(malformed("it does not begin like one".to_owned()));
        }
        let read = open(bytes).and_then(|connection| select(&connection));
        let file = read.map_err(|error| malformed(error.to_string()))?;
        profile::validate(&file.profile).map_err(|error| malformed(error.to_string()))?;
        Ok(file)
    }

    fn insert(&self, to: &Transaction<'_>) -> rusqlite::Result<()> {
        let profile = &self.profile;
        let meter = &profile.meter;
        to.execute(
            "INSERT INTO profile VALUES (?1, ?2, ?3, ?4)",
            params![
                profile.program,
                meter.selector,
                meter.what,
                meter.is_modelled
            ],
        )?;
        let mut note = to.prepare("INSERT INTO note VALUES (?1, ?2)")?;
        for text in &meter.notes {
            note.execute(params!["meter", text])?;
        }
        for text in &profile.problems {
            note.execute(params!["problem", text])?;
        }
        for (id, run) in profile.runs.iter().enumerate() {
            insert_run(to, id as i64, run)?;
        }
        let mut add = to.prepare("INSERT INTO method VALUES (?1, ?2, ?3, ?4)")?;
        for (id, method) in profile.code.methods.iter().enumerate() {
            add.execute(params![
                id as i64,
                method.class,
                method.name,
                method.descriptor
            ])?;
        }
        let mut add = to.prepare("INSERT INTO frame VALUES (?1, ?2, ?3, ?4)")?;
        for (id, frame) in profile.code.frames.iter().enumerate() {
            add.execute(params![
                id as i64,
                frame.method.0,
                frame.line,
                text_of(frame.kind, &FRAMES)
            ])?;
        }
        let mut add = to.prepare("INSERT INTO stack VALUES (?1, ?2, ?3)")?;
        for (id, stack) in profile.code.stacks.iter().enumerate() {
            add.execute(params![
                id as i64,
                stack.caller.map(|caller| caller.0),
                stack.frame.0
            ])?;
        }
        let mut of_method = to.prepare("INSERT OR IGNORE INTO method_count VALUES (?1, ?2)")?;
        let mut of_line = to.prepare("INSERT OR IGNORE INTO line_count VALUES (?1, ?2, ?3)")?;
        for count in &profile.counts {
            of_method.execute(params![count.method.0, signed(count.entries)])?;
            for line in &count.lines {
                of_line.execute(params![count.method.0, line.line, signed(line.count)])?;
            }
        }
        let mut add = to.prepare("INSERT INTO counted (bytes) VALUES (?1)")?;
        for bytes in &self.counted {
            add.execute([bytes])?;
        }
        Ok(())
    }
}

fn insert_run(to: &Transaction<'_>, id: i64, run: &EnergyRun) -> rusqlite::Result<()> {
    to.execute(
        "INSERT INTO run VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            id,
            signed(run.started_unix_nanos),
            signed(run.wall_nanos),
            run.exit_code,
            signed(run.unseen_cpu_nanos)
        ],
    )?;
    let mut add = to.prepare("INSERT INTO jvm VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (place, jvm) in run.jvms.iter().enumerate() {
        let sampler = jvm.sampler.map(|sampler| text_of(sampler, &SAMPLERS));
        let lost = signed(jvm.lost_samples);
        add.execute(params![
            id,
            place as i64,
            jvm.pid,
            jvm.feature,
            sampler,
            lost
        ])?;
    }
    let mut add = to.prepare("INSERT INTO thread VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (place, thread) in run.threads.iter().enumerate() {
        let kind = text_of(thread.kind, &THREADS);
        add.execute(params![
            id,
            place as i64,
            thread.pid,
            thread.tid,
            thread.name,
            kind
        ])?;
    }
    let mut add = to.prepare("INSERT INTO window VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let mut add_cpu = to.prepare("INSERT INTO cpu VALUES (?1, ?2, ?3, ?4)")?;
    for (place, window) in run.windows.iter().enumerate() {
        let (start, end) = (signed(window.start_nanos), signed(window.end_nanos));
        add.execute(params![id, place as i64, start, end, window.joules])?;
        for cpu in &window.cpu {
            add_cpu.execute(params![id, place as i64, cpu.thread.0, signed(cpu.nanos)])?;
        }
    }
    let mut add = to.prepare("INSERT INTO sample VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for sample in &run.samples {
        let thread = sample.thread.map(|thread| thread.0);
        let stack = sample.stack.map(|stack| stack.0);
        let (at, cpu) = (signed(sample.at_nanos), signed(sample.cpu_nanos));
        add.execute(params![id, at, sample.jvm.0, thread, stack, cpu])?;
    }
    event_tables::insert(to, id, run)
}

/// A database in memory in which nothing is enabled that could run its contents.
fn open(bytes: &[u8]) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    for switched_off in [
        DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA,
        DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER,
        DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW,
    ] {
        connection.set_db_config(switched_off, false)?;
    }
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.deserialize_read_exact("main", Cursor::new(bytes), bytes.len(), true)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let version = number("user_version")?;
    if number("application_id")? != APPLICATION_ID || ![OLDER_SCHEMA, SCHEMA].contains(&version) {
        return Err(wrong("it is of another kind or version"));
    }
    // The missing part of the last page would be read as zeros.
    let whole = number("page_count")?.checked_mul(number("page_size")?);
    if whole != i64::try_from(bytes.len()).ok() {
        return Err(wrong("it is cut off, or has extra data at its end"));
    }
    // The statements below must read our own tables, and not views or expressions of somebody else.
    let of_file: Vec<String> = names(&connection)?;
    let own = Connection::open_in_memory()?;
    own.execute_batch(TABLES)?;
    if version == SCHEMA {
        own.execute_batch(MORE_TABLES)?;
    }
    if of_file != names(&own)? {
        return Err(wrong("its tables are different"));
    }
    Ok(connection)
}

fn names(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut schema = connection
        .prepare("SELECT type || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY name")?;
    schema.query_map([], |row| row.get(0))?.collect()
}

fn select(from: &Connection) -> rusqlite::Result<RunFile> {
    let mut file = RunFile::default();
    let profile = &mut file.profile;
    from.query_row(
        "SELECT program, meter, meter_what, is_modelled FROM profile",
        [],
        |row| {
            profile.program = row.get(0)?;
            profile.meter.selector = row.get(1)?;
            profile.meter.what = row.get(2)?;
            profile.meter.is_modelled = row.get(3)?;
            Ok(())
        },
    )?;
    profile.meter.notes = all(from, "SELECT text FROM note WHERE kind = 'meter'", |row| {
        row.get(0)
    })?;
    profile.problems = all(
        from,
        "SELECT text FROM note WHERE kind = 'problem'",
        |row| row.get(0),
    )?;
    profile.runs = all(
        from,
        "SELECT started_unix_nanos, wall_nanos, exit_code, unseen_cpu_nanos FROM run ORDER BY id",
        |row| {
            Ok(EnergyRun {
                started_unix_nanos: nanos(row, 0)?,
                wall_nanos: nanos(row, 1)?,
                exit_code: row.get(2)?,
                unseen_cpu_nanos: nanos(row, 3)?,
                ..EnergyRun::default()
            })
        },
    )?;
    for (id, run) in profile.runs.iter_mut().enumerate() {
        select_run(from, id, run)?;
    }
    profile.code.methods = all(
        from,
        "SELECT class, name, descriptor FROM method ORDER BY id",
        |row| {
            Ok(Method {
                class: row.get(0)?,
                name: row.get(1)?,
                descriptor: row.get(2)?,
            })
        },
    )?;
    profile.code.frames = all(
        from,
        "SELECT method, line, kind FROM frame ORDER BY id",
        |row| {
            Ok(Frame {
                method: MethodIndex(row.get(0)?),
                line: row.get(1)?,
                kind: of_text(row, 2, &FRAMES)?,
            })
        },
    )?;
    profile.code.stacks = all(from, "SELECT caller, frame FROM stack ORDER BY id", |row| {
        Ok(Stack {
            caller: row.get::<_, Option<u32>>(0)?.map(StackIndex),
            frame: FrameIndex(row.get(1)?),
        })
    })?;
    profile.counts = all(
        from,
        "SELECT method, entries FROM method_count ORDER BY method",
        |row| {
            Ok(MethodCount {
                method: MethodIndex(row.get(0)?),
                entries: nanos(row, 1)?,
                lines: Vec::new(),
            })
        },
    )?;
    let lines = all(
        from,
        "SELECT method, line, count FROM line_count ORDER BY method, line",
        |row| {
            Ok((
                row.get::<_, u32>(0)?,
                LineCount {
                    line: row.get(1)?,
                    count: nanos(row, 2)?,
                },
            ))
        },
    )?;
    let counts = &mut profile.counts;
    for (method, line) in lines {
        let place = counts.binary_search_by_key(&method, |count| count.method.0);
        let place = place.map_err(|_| wrong("a line count names a method that does not exist"))?;
        counts[place].lines.push(line);
    }
    file.counted = all(from, "SELECT bytes FROM counted ORDER BY id", |row| {
        row.get(0)
    })?;
    Ok(file)
}

fn select_run(from: &Connection, id: usize, run: &mut EnergyRun) -> rusqlite::Result<()> {
    let sql = |columns: &str, rest: &str| {
        format!(
            "SELECT {columns} FROM {rest}",
            rest = rest.replace("RUN", &format!("WHERE run = {id}"))
        )
    };
    run.jvms = all(
        from,
        &sql("pid, feature, sampler, lost_samples", "jvm RUN ORDER BY id"),
        |row| {
            let sampler: Option<String> = row.get(2)?;
            Ok(Jvm {
                pid: row.get(0)?,
                feature: row.get(1)?,
                sampler: sampler.map(|_| of_text(row, 2, &SAMPLERS)).transpose()?,
                lost_samples: nanos(row, 3)?,
            })
        },
    )?;
    run.threads = all(
        from,
        &sql("pid, tid, name, kind", "thread RUN ORDER BY id"),
        |row| {
            Ok(Thread {
                pid: row.get(0)?,
                tid: row.get(1)?,
                name: row.get(2)?,
                kind: of_text(row, 3, &THREADS)?,
            })
        },
    )?;
    run.windows = all(
        from,
        &sql("start_nanos, end_nanos, joules", "window RUN ORDER BY id"),
        |row| {
            Ok(Window {
                start_nanos: nanos(row, 0)?,
                end_nanos: nanos(row, 1)?,
                joules: row.get(2)?,
                cpu: Vec::new(),
            })
        },
    )?;
    let cpu = all(
        from,
        &sql("window, thread, nanos", "cpu RUN ORDER BY window, thread"),
        |row| {
            Ok((
                row.get::<_, u32>(0)? as usize,
                ThreadCpu {
                    thread: ThreadIndex(row.get(1)?),
                    nanos: nanos(row, 2)?,
                },
            ))
        },
    )?;
    for (window, cpu) in cpu {
        let window = run
            .windows
            .get_mut(window)
            .ok_or_else(|| wrong("a window is missing"))?;
        window.cpu.push(cpu);
    }
    run.samples = all(
        from,
        &sql(
            "at_nanos, jvm, thread, stack, cpu_nanos",
            "sample RUN ORDER BY at_nanos, rowid",
        ),
        |row| {
            Ok(Sample {
                at_nanos: nanos(row, 0)?,
                jvm: JvmIndex(row.get(1)?),
                thread: row.get::<_, Option<u32>>(2)?.map(ThreadIndex),
                stack: row.get::<_, Option<u32>>(3)?.map(StackIndex),
                cpu_nanos: nanos(row, 4)?,
            })
        },
    )?;
    event_tables::select(from, id, run)
}
