package dev.pawl.orchestrator.provider;

/// Where the records of a provider come from.
@FunctionalInterface
public interface Source<R> {
    /// Begins to read where a cursor says; throws [SourceException] if that cannot be done.
    ///
    /// It blocks for as long as it takes, and stops when its thread is interrupted.
    Reading<R> open(Opening opening) throws Exception;
}
