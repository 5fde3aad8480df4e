package dev.pawl.benchmarks.images;

import dev.pawl.engine.Engine;
import dev.pawl.images.Images;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.machine.Start;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// The images system on directories, with an engine of its own.
record ImagesSystem(Images images, Engine engine) implements AutoCloseable {
    static final Duration TIME_MAX = Duration.ofMinutes(30);

    static ImagesSystem open(Path home) throws IOException {
        Images images = Images.in(home.resolve("images"), options -> {});
        return new ImagesSystem(images, Engine.open(SqliteStore.open(home), images::register));
    }

    Start<ProcessRequest> start(String source, String key) {
        return images.process(ProcessRequest.of(source, key));
    }

    ProcessResponse process(String source, String key) throws InterruptedException {
        RunId id = engine.start(start(source, key));
        return engine.await(images.process(), id, TIME_MAX);
    }

    @Override
    public void close() {
        engine.close();
    }
}
