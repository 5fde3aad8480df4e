package dev.pawl.feeds.load;

import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.nio.file.Path;

/// Supplies the documents of a source.
@FunctionalInterface
public interface DocumentSupply {
    /// Returns a directory or file with the documents, after any downloads.
    Path fetch(ReadOptions options) throws SourceException, IOException, InterruptedException;
}
