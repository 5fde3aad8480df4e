package dev.pawl.benchmarks.images;

import dev.pawl.engine.Engine;
import dev.pawl.images.Images;
import dev.pawl.images.ProcessRequest;
import dev.pawl.images.ProcessResponse;
import dev.pawl.machine.Start;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// The system on directories, with an engine of its own.
record Site(Images images, Engine engine) implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(30);

    static Site open(Path home) throws IOException {
        Images images = Images.in(home.resolve("images"), options -> {});
        return new Site(images, Engine.open(SqliteStore.open(home), images::register));
    }

    Start<ProcessRequest> start(String source, String key) {
        return images.process(
                new ProcessRequest(source, key, "strict", "", "", Images.DEVICE_BYTES, false, ""));
    }

    ProcessResponse process(String source, String key) throws InterruptedException {
        RunId id = engine.start(start(source, key));
        return engine.await(images.process(), id, PATIENCE);
    }

    @Override
    public void close() {
        engine.close();
    }
}
