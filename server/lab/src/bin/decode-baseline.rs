//! The minimum of work for every class of a JDK's module: open the image, find the classes and decode them. This is the
//! baseline for what jouled does beyond that.
//!
//! It calls the class reader directly, so that a slow layer of jouled's own cannot hide in the baseline.
#![expect(
    clippy::print_stdout,
    reason = "a command-line tool speaks through its standard output"
)]

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use ristretto_classfile::ClassFile;
use ristretto_jimage::Image;

/// The same allocator as in jouled, so that the two programs differ only in their work.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(about = "Decode every class of a module of a JDK")]
struct Arguments {
    /// The file lib/modules of a JDK
    image: PathBuf,
    /// The module
    module: String,
    /// Print the binary names of the classes instead
    #[arg(long)]
    names: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let image = Image::from_file(&arguments.image)
        .with_context(|| format!("could not open {}", arguments.image.display()))?;
    let (mut classes, mut methods) = (0_usize, 0_usize);
    for resource in &image {
        let resource = resource.context("an entry of the image is damaged")?;
        if resource.module() != arguments.module || resource.extension() != "class" {
            continue;
        }
        if arguments.names {
            let package = resource.parent().replace('/', ".");
            let separator = if package.is_empty() { "" } else { "." };
            println!("{package}{separator}{}", resource.base());
            continue;
        }
        let class = ClassFile::from_slice(resource.data())
            .with_context(|| format!("could not decode {}", resource.full_name()))?;
        classes += 1;
        methods += class.methods.len();
    }
    if !arguments.names {
        println!("{classes} classes, {methods} methods");
    }
    Ok(())
}
