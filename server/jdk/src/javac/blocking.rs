//! The service for callers without an async runtime.

use tokio::runtime::{Builder, Handle, Runtime};

use super::error::JavacError;
use super::exchange::{CompileRequest, CompileResponse};
use super::service::{JavacService, ServiceConfig};
use crate::Jdk;

/// A [`JavacService`] with its own small runtime.
#[derive(Debug)]
pub struct BlockingJavac {
    /// `None` only during drop.
    runtime: Option<Runtime>,
    service: JavacService,
}

impl BlockingJavac {
    /// Starts the service; see [`JavacService::start`].
    ///
    /// # Errors
    ///
    /// Those of [`JavacService::start`], and [`JavacError::InsideRuntime`] if called from async code.
    pub fn start(jdk: Jdk, config: ServiceConfig) -> Result<Self, JavacError> {
        refuse_inside_runtime()?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("javac-service")
            .enable_all()
            .build()
            .map_err(JavacError::Runtime)?;
        let service = runtime.block_on(JavacService::start(jdk, config))?;
        Ok(Self {
            runtime: Some(runtime),
            service,
        })
    }

    /// Compiles and waits; see [`JavacService::compile`]. Several threads may call it at once.
    ///
    /// # Errors
    ///
    /// Those of [`JavacService::compile`], and [`JavacError::InsideRuntime`] if called from async code.
    pub fn compile(&self, request: CompileRequest) -> Result<CompileResponse, JavacError> {
        refuse_inside_runtime()?;
        self.runtime
            .as_ref()
            .ok_or(JavacError::Stopped)?
            .block_on(self.service.compile(request))
    }
}

impl Drop for BlockingJavac {
    fn drop(&mut self) {
        // Dropping a runtime normally waits, which is not allowed inside another runtime.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn refuse_inside_runtime() -> Result<(), JavacError> {
    match Handle::try_current() {
        Ok(_) => Err(JavacError::InsideRuntime),
        Err(_) => Ok(()),
    }
}
