//! A compiler that may still be starting.

use std::sync::{Arc, Mutex, PoisonError};

use jdk::{CompileRequest, CompileResponse, JavacError, JavacService, Jdk, ServiceConfig};
use tokio::sync::{oneshot, watch};

use super::error::CompileError;

/// A handle to a compiler. Clones share it; dropping the last one ends it.
#[derive(Debug, Clone)]
pub(super) struct LazyCompiler {
    start: watch::Receiver<Start>,
    /// Why a started compiler does not work.
    trouble: Arc<Mutex<Option<String>>>,
}

#[derive(Debug, Clone)]
enum Start {
    UnderWay,
    Done(JavacService),
    Failed,
}

impl LazyCompiler {
    pub(super) fn started(service: JavacService) -> Self {
        Self::new(watch::channel(Start::Done(service)).1)
    }

    fn new(start: watch::Receiver<Start>) -> Self {
        Self {
            start,
            trouble: Arc::default(),
        }
    }

    /// Starts the compiler. The second result is its outcome.
    pub(super) fn start(
        jdk: Jdk,
        config: ServiceConfig,
    ) -> (Self, oneshot::Receiver<Result<(), CompileError>>) {
        let (outcome, service) = watch::channel(Start::UnderWay);
        let (reply, started) = oneshot::channel();
        tokio::spawn(async move {
            let starting = JavacService::start(jdk, config).await;
            let (start, told) = match starting {
                Ok(service) => (Start::Done(service), Ok(())),
                Err(error) => (Start::Failed, Err(error.into())),
            };
            // If nobody is waiting any more, the compiler ends here.
            let _ = outcome.send(start);
            let _ = reply.send(told);
        });
        (Self::new(service), started)
    }

    /// Compiles once the compiler has started.
    ///
    /// # Errors
    /// Those of [`JavacService::compile`]; [`JavacError::Stopped`] if it did not start.
    pub(super) async fn compile(
        &self,
        request: CompileRequest,
    ) -> Result<CompileResponse, JavacError> {
        let mut start = self.start.clone();
        let start = start.wait_for(|start| !matches!(start, Start::UnderWay));
        let service = match start.await.as_deref() {
            Ok(Start::Done(service)) => service.clone(),
            _ => return Err(JavacError::Stopped),
        };
        let answer = service.compile(request).await;
        let trouble = match &answer {
            // Without a runtime, nobody is waiting.
            Err(JavacError::Stopped) | Ok(_) => None,
            Err(error) => error.is_of_the_service().then(|| error.to_string()),
        };
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
        answer
    }

    /// Why the compiler does not work, if that is so since the last request.
    pub(super) fn failure(&self) -> Option<String> {
        let trouble = self.trouble.lock();
        trouble.unwrap_or_else(PoisonError::into_inner).clone()
    }
}
