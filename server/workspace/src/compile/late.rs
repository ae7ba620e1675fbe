//! A compiler that may still be starting.

use jdk::{CompileRequest, CompileResponse, JavacError, JavacService, Jdk, ServiceConfig};
use tokio::sync::{oneshot, watch};

use super::CompileError;

/// The way to a compiler. Clones share it; the last one ends it.
#[derive(Debug, Clone)]
pub(super) struct LateService(watch::Receiver<Start>);

#[derive(Debug, Clone)]
enum Start {
    UnderWay,
    Done(JavacService),
    Failed,
}

impl LateService {
    pub(super) fn started(service: JavacService) -> Self {
        Self(watch::channel(Start::Done(service)).1)
    }

    /// Starts the compiler. The second result says what became of that.
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
            // Whoever wanted it may have gone in the meantime; then it ends here.
            let _ = outcome.send(start);
            let _ = reply.send(told);
        });
        (Self(service), started)
    }

    /// Compiles, once the compiler is there.
    ///
    /// # Errors
    /// Those of [`JavacService::compile`]; [`JavacError::Stopped`] if it did not start.
    pub(super) async fn compile(
        &self,
        request: CompileRequest,
    ) -> Result<CompileResponse, JavacError> {
        let mut start = self.0.clone();
        let start = start.wait_for(|start| !matches!(start, Start::UnderWay));
        let service = match start.await.as_deref() {
            Ok(Start::Done(service)) => service.clone(),
            _ => return Err(JavacError::Stopped),
        };
        service.compile(request).await
    }
}
