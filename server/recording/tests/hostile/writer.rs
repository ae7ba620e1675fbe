//! Writes recordings, sound ones and others.

/// The numbers of the types that every recording of this writer describes.
pub(crate) mod types {
    pub(crate) const INT: i64 = 10;
    pub(crate) const LONG: i64 = 11;
    pub(crate) const BOOLEAN: i64 = 12;
    pub(crate) const TEXT: i64 = 13;
    pub(crate) const CLASS: i64 = 20;
    pub(crate) const SYMBOL: i64 = 21;
    pub(crate) const METHOD: i64 = 22;
    pub(crate) const STACK: i64 = 23;
    pub(crate) const FRAME: i64 = 24;
    pub(crate) const KIND: i64 = 25;
    pub(crate) const THREAD: i64 = 26;
    pub(crate) const TIMESTAMP: i64 = 30;
    pub(crate) const SAMPLE: i64 = 100;
    pub(crate) const UNKNOWN: i64 = 101;
    pub(crate) const LOST: i64 = 102;
}

pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) type_id: i64,
    pub(crate) is_reference: bool,
    pub(crate) is_array: bool,
    pub(crate) is_in_ticks: bool,
}

pub(crate) fn value(name: &'static str, type_id: i64) -> Field {
    Field {
        name,
        type_id,
        is_reference: false,
        is_array: false,
        is_in_ticks: name == "startTime",
    }
}

pub(crate) fn reference(name: &'static str, type_id: i64) -> Field {
    Field {
        is_reference: true,
        ..value(name, type_id)
    }
}

pub(crate) fn array(name: &'static str, type_id: i64) -> Field {
    Field {
        is_array: true,
        ..value(name, type_id)
    }
}

/// A type, and keys with their values.
pub(crate) type Pool = (i64, Vec<(i64, Vec<u8>)>);

pub(crate) type Type = (i64, &'static str, Vec<Field>);

/// The types of a sample and what it refers to.
pub(crate) fn sound_types() -> Vec<Type> {
    vec![
        (types::INT, "int", vec![]),
        (types::LONG, "long", vec![]),
        (types::BOOLEAN, "boolean", vec![]),
        (types::TEXT, "java.lang.String", vec![]),
        (types::TIMESTAMP, "jdk.jfr.Timestamp", vec![]),
        (
            types::SYMBOL,
            "jdk.types.Symbol",
            vec![value("string", types::TEXT)],
        ),
        (
            types::CLASS,
            "java.lang.Class",
            vec![reference("name", types::SYMBOL)],
        ),
        (
            types::METHOD,
            "jdk.types.Method",
            vec![
                reference("type", types::CLASS),
                reference("name", types::SYMBOL),
                reference("descriptor", types::SYMBOL),
            ],
        ),
        (
            types::STACK,
            "jdk.types.StackTrace",
            vec![
                value("truncated", types::BOOLEAN),
                array("frames", types::FRAME),
            ],
        ),
        (
            types::FRAME,
            "jdk.types.StackFrame",
            vec![
                reference("method", types::METHOD),
                value("lineNumber", types::INT),
                value("bytecodeIndex", types::INT),
                reference("type", types::KIND),
            ],
        ),
        (
            types::KIND,
            "jdk.types.FrameType",
            vec![value("description", types::TEXT)],
        ),
        (
            types::THREAD,
            "java.lang.Thread",
            vec![
                value("osName", types::TEXT),
                value("osThreadId", types::LONG),
                value("javaName", types::TEXT),
                value("javaThreadId", types::LONG),
            ],
        ),
        (
            types::SAMPLE,
            "jdk.ExecutionSample",
            vec![
                value("startTime", types::LONG),
                reference("sampledThread", types::THREAD),
                reference("stackTrace", types::STACK),
            ],
        ),
        (
            types::UNKNOWN,
            "p.Event",
            vec![value("startTime", types::LONG)],
        ),
        (
            types::LOST,
            "jdk.CPUTimeSamplesLost",
            vec![value("lostSamples", types::INT)],
        ),
    ]
}

/// Bytes with numbers of either encoding.
pub(crate) struct Out {
    pub(crate) bytes: Vec<u8>,
    is_compressed: bool,
}

impl Out {
    pub(crate) fn new(is_compressed: bool) -> Self {
        Self {
            bytes: Vec::new(),
            is_compressed,
        }
    }

    fn compressed(&mut self, number: i64) {
        let mut rest = number as u64;
        for _ in 0..8 {
            if rest < 0x80 {
                return self.bytes.push(rest as u8);
            }
            self.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    pub(crate) fn long(&mut self, number: i64) -> &mut Self {
        if self.is_compressed {
            self.compressed(number);
        } else {
            self.bytes.extend(number.to_be_bytes());
        }
        self
    }

    pub(crate) fn int(&mut self, number: i32) -> &mut Self {
        if self.is_compressed {
            self.compressed((number as u32).into());
        } else {
            self.bytes.extend(number.to_be_bytes());
        }
        self
    }

    pub(crate) fn byte(&mut self, byte: u8) -> &mut Self {
        self.bytes.push(byte);
        self
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.byte(3).int(text.len() as i32);
        self.bytes.extend(text.as_bytes());
        self
    }
}

/// A chunk, from its events on.
pub(crate) struct Chunk {
    pub(crate) is_compressed: bool,
    pub(crate) pieces: Vec<u8>,
}

impl Chunk {
    pub(crate) fn new(is_compressed: bool) -> Self {
        Self {
            is_compressed,
            pieces: Vec::new(),
        }
    }

    pub(crate) fn out(&self) -> Out {
        Out::new(self.is_compressed)
    }

    /// Adds an event, or what looks like one.
    pub(crate) fn event(&mut self, type_id: i64, fill: impl FnOnce(&mut Out)) {
        let mut rest = self.out();
        rest.long(type_id);
        fill(&mut rest);
        // The size counts its own bytes; this many hold every size of a test.
        let size = rest.bytes.len() as i32 + 4;
        if self.is_compressed {
            let size = size as u32;
            let byte = |place: u32| (size >> (7 * place)) as u8 & 0x7f;
            self.pieces
                .extend([byte(0) | 0x80, byte(1) | 0x80, byte(2) | 0x80, byte(3)]);
        } else {
            self.pieces.extend(size.to_be_bytes());
        }
        self.pieces.extend(rest.bytes);
    }

    pub(crate) fn metadata(&mut self, described: &[Type]) {
        let mut strings: Vec<String> = Vec::new();
        let mut elements = self.out();
        let mut at = |text: &str| {
            let known = strings.iter().position(|string| string == text);
            known.unwrap_or_else(|| {
                strings.push(text.to_owned());
                strings.len() - 1
            }) as i32
        };
        elements.int(at("root")).int(0).int(1);
        elements
            .int(at("metadata"))
            .int(0)
            .int(described.len() as i32);
        for (id, name, fields) in described {
            elements.int(at("class")).int(2);
            elements.int(at("id")).int(at(&id.to_string()));
            elements.int(at("name")).int(at(name));
            elements.int(fields.len() as i32);
            for field in fields {
                elements.int(at("field")).int(4);
                elements.int(at("name")).int(at(field.name));
                elements
                    .int(at("class"))
                    .int(at(&field.type_id.to_string()));
                let is_reference = if field.is_reference { "true" } else { "false" };
                elements.int(at("constantPool")).int(at(is_reference));
                elements
                    .int(at("dimension"))
                    .int(at(if field.is_array { "1" } else { "0" }));
                elements.int(i32::from(field.is_in_ticks));
                if field.is_in_ticks {
                    elements.int(at("annotation")).int(2);
                    elements
                        .int(at("class"))
                        .int(at(&types::TIMESTAMP.to_string()));
                    elements.int(at("value")).int(at("TICKS")).int(0);
                }
            }
        }
        self.event(0, |out| {
            out.long(1).long(0).long(1).int(strings.len() as i32);
            for string in &strings {
                out.text(string);
            }
            out.bytes.extend(&elements.bytes);
        });
    }

    /// A checkpoint with these pools: a type, and its keys and values.
    pub(crate) fn pools(&mut self, pools: &[Pool]) {
        self.event(1, |out| {
            out.long(1).long(0).long(0).byte(0).int(pools.len() as i32);
            for (type_id, constants) in pools {
                out.long(*type_id).int(constants.len() as i32);
                for (key, value) in constants {
                    out.long(*key).bytes.extend(value);
                }
            }
        });
    }

    /// The names of one method `p/A.m()V`, a stack of it in line 7, and a thread.
    pub(crate) fn sound_pools(&mut self) {
        let text = |text: &str| self.made(|out| out.text(text));
        let pools = [
            (
                types::SYMBOL,
                vec![(1, text("p/A")), (2, text("m")), (3, text("()V"))],
            ),
            (types::CLASS, vec![(1, self.made(|out| out.long(1)))]),
            (
                types::METHOD,
                vec![(1, self.made(|out| out.long(1).long(2).long(3)))],
            ),
            (types::KIND, vec![(1, text("JIT compiled"))]),
            (
                types::STACK,
                vec![(
                    9,
                    self.made(|out| out.byte(0).int(1).long(1).int(7).int(3).long(1)),
                )],
            ),
            (
                types::THREAD,
                vec![(
                    5,
                    self.made(|out| out.text("main").long(42).byte(0).long(1)),
                )],
            ),
        ];
        self.pools(&pools);
    }

    pub(crate) fn made(&self, fill: impl FnOnce(&mut Out) -> &mut Out) -> Vec<u8> {
        let mut out = self.out();
        fill(&mut out);
        out.bytes
    }

    pub(crate) fn sample(&mut self, ticks: i64) {
        self.event(types::SAMPLE, |out| {
            out.long(ticks).long(5).long(9);
        });
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.with_size((self.pieces.len() + 68) as i64, 0)
    }

    /// The chunk with a header that says so.
    pub(crate) fn with_size(&self, size: i64, state: u8) -> Vec<u8> {
        let mut bytes = b"FLR\0\0\x02\0\x01".to_vec();
        // The offsets of pools and metadata are out of range: nothing needs them.
        for number in [size, i64::MAX, -1, 1_000_000_000, 500, 100, 1_000_000_000] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend([state, 0, 0, u8::from(self.is_compressed)]);
        bytes.extend(&self.pieces);
        bytes
    }
}

/// A recording of two samples.
pub(crate) fn sound(is_compressed: bool) -> Chunk {
    let mut chunk = Chunk::new(is_compressed);
    chunk.metadata(&sound_types());
    chunk.sample(350);
    chunk.event(types::UNKNOWN, |out| {
        out.long(1);
    });
    chunk.event(types::LOST, |out| {
        out.int(3);
    });
    chunk.sample(300);
    chunk.sound_pools();
    chunk
}
