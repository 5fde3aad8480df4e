package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Feed;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// What the examples share: a directory for the store, and patience.
final class Scratch {
    /// Longer than any example takes.
    static final Duration SOON = Duration.ofSeconds(30);

    private Scratch() {}

    /// Returns the directory that was given, or a new one.
    static Path home(String... args) throws IOException {
        return args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("pawl-");
    }

    /// Waits for the end of a run and returns it.
    static Run end(Engine engine, RunId id) throws InterruptedException {
        return engine.awaitEnd(id, SOON).orElseThrow();
    }

    /// Waits until a run has a status, by reading what happens to it.
    static Run until(Engine engine, RunId id, RunStatus status) throws InterruptedException {
        Instant giveUp = Instant.now().plus(SOON);
        try (Feed feed = engine.feed(id, 0)) {
            while (engine.run(id).status() != status) {
                if (feed.next(giveUp).isEmpty()) {
                    throw new IllegalStateException(engine.why(id).text());
                }
            }
        }
        return engine.run(id);
    }
}
