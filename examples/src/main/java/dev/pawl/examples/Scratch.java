package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Subscription;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// What the examples share: a directory for the store, and waiting for a status.
final class Scratch {
    /// A limit that is longer than any example takes.
    static final Duration SOON = Duration.ofSeconds(30);

    private Scratch() {}

    /// Returns the given directory, or a new one.
    static Path home(String... args) throws IOException {
        return args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("pawl-");
    }

    /// Waits for the end of a run and returns it.
    static Run end(Engine engine, RunId id) throws InterruptedException {
        return engine.awaitEnd(id, SOON).orElseThrow();
    }

    /// Waits until a run has a status, by following its history.
    static Run until(Engine engine, RunId id, RunStatus status) throws InterruptedException {
        Instant giveUp = Instant.now().plus(SOON);
        try (Subscription feed = engine.feed(id, 0)) {
            while (engine.run(id).status() != status) {
                if (feed.next(giveUp).isEmpty()) {
                    throw new IllegalStateException(engine.why(id).text());
                }
            }
        }
        return engine.run(id);
    }
}
