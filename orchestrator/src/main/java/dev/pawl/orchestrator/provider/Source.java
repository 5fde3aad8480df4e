package dev.pawl.orchestrator.provider;

/// The source of a provider's records.
@FunctionalInterface
public interface Source<R> {
    /// Opens a reader at the cursor of `options`; throws [SourceException] if that fails.
    ///
    /// Blocks as long as necessary, and ends when its thread is interrupted.
    SourceReader<R> open(ReadOptions options) throws Exception;
}
