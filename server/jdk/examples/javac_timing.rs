//! Prints how long the javac service takes on each JDK found: to build, to start with and without an archive, and to compile a
//! file of about 500 lines repeatedly. CPU time is that of the Java process, and known only on Linux.
#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write;
use std::time::{Duration, Instant};

use jdk::{
    ArchiveCreation, CompileRequest, Environment, JavacService, Jdk, JdkModules, ServiceConfig,
    SourceUnit, find_jdks, prepare_archive,
};

const STARTS: usize = 7;
const WARM_UP: usize = 60;
const COMPILES: usize = 100;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut seen = BTreeSet::new();
    for jdk in find_jdks(None, &Environment::of_this_process()).jdks {
        if seen.insert(jdk.version.feature) {
            measure(&jdk).await?;
        }
    }
    Ok(())
}

async fn measure(jdk: &Jdk) -> Result<(), Box<dyn Error>> {
    println!("{jdk}");
    let cache = tempfile::tempdir()?;
    let config = ServiceConfig {
        archive: ArchiveCreation::Never,
        ..ServiceConfig::new(cache.path())
    };
    let begin = Instant::now();
    drop(JavacService::start(jdk.clone(), config.clone()).await?);
    println!("  build the jar and start      {:>8.1?}", begin.elapsed());
    println!("  start and first compile, p50 of {STARTS}");
    starts(jdk, &config, "without archive").await?;
    let begin = Instant::now();
    let made = prepare_archive(jdk, cache.path()).await?;
    println!(
        "  make the archive             {:>8.1?} ({made})",
        begin.elapsed()
    );
    starts(jdk, &config, "with archive").await?;

    let service = JavacService::start(jdk.clone(), config).await?;
    for keep_warm in [false, true] {
        for _ in 0..WARM_UP {
            service.compile(request(keep_warm)).await?;
        }
        let cpu = cpu_time(&service);
        let mut walls = Vec::new();
        for _ in 0..COMPILES {
            let begin = Instant::now();
            service.compile(request(keep_warm)).await?;
            walls.push(begin.elapsed());
        }
        walls.sort();
        println!(
            "  warm compile, keep_warm {keep_warm:<5} p50 {:>6.1?} p95 {:>6.1?} CPU {:>6.1?}",
            walls[COMPILES / 2],
            walls[COMPILES * 95 / 100],
            cpu_time(&service).saturating_sub(cpu) / COMPILES as u32,
        );
    }

    let begin = Instant::now();
    let modules = JdkModules::open(jdk)?;
    let opened = begin.elapsed();
    let begin = Instant::now();
    let names = modules.class_names("java.base").unwrap_or_default();
    let mut bytes = 0;
    for name in names {
        bytes += modules.class(name)?.map_or(0, |class| class.bytes().len());
    }
    println!(
        "  open the modules {opened:.1?}; look up {} classes of java.base ({bytes} bytes) {:.1?}",
        names.len(),
        begin.elapsed()
    );
    Ok(())
}

async fn starts(jdk: &Jdk, config: &ServiceConfig, name: &str) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let begin = Instant::now();
        let service = JavacService::start(jdk.clone(), config.clone()).await?;
        let started = begin.elapsed();
        service.compile(request(true)).await?;
        times.push((begin.elapsed(), started, cpu_time(&service)));
    }
    times.sort();
    let (wall, started, cpu) = times[STARTS / 2];
    println!("    {name:<16} wall {wall:>7.1?} (greeting {started:>7.1?}) CPU {cpu:>7.1?}");
    Ok(())
}

/// A file of about 500 lines with loops, lambdas, strings and collections.
fn request(keep_warm: bool) -> CompileRequest {
    let mut text =
        "import java.util.*;\nimport java.util.stream.*;\npublic class Large {\n".to_owned();
    for number in 0..38 {
        let _ = write!(
            text,
            "    private final Map<String, List<Integer>> field{number} = new HashMap<>();

    int method{number}(int[][] matrix, String name) {{
        int sum = {number};
        for (int i = 0; i < matrix.length; i++) {{
            for (int value : matrix[i]) {{
                sum += value * i + name.length();
            }}
        }}
        List<Integer> list = field{number}.computeIfAbsent(name, key -> new ArrayList<>());
        list.add(sum);
        return list.stream().filter(x -> x > 3).map(x -> x + 1).collect(Collectors.summingInt(x -> x));
    }}\n"
        );
    }
    text.push_str("}\n");
    CompileRequest {
        sources: vec![SourceUnit::new("Large.java", text)],
        keep_warm,
        ..CompileRequest::default()
    }
}

/// The CPU time of the service's process.
fn cpu_time(service: &JavacService) -> Duration {
    let times = service.process_id().and_then(files::process_times);
    times.map_or(Duration::ZERO, |times| times.own)
}
