package dev.pawl.feeds.load;

import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.nio.file.Path;

/// Where the documents of a source come from.
@FunctionalInterface
public interface Supply {
    /// Returns a directory or a file with the documents, after fetching what is to be fetched.
    Path fetch(Opening opening) throws SourceException, IOException, InterruptedException;
}
