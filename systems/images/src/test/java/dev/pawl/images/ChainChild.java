package dev.pawl.images;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.images.machine.ProgressBoard;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.volume.DirectoryVolumes;
import dev.pawl.images.volume.Volumes;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// A process that processes one object, or halts at a given point until it is killed.
final class ChainChild {
    /// The start of the lines that report the end of the run and a halt.
    static final String ENDED = "ended ";

    static final String HALTS = "halts at ";

    private static final Duration LOOK = Duration.ofMillis(20);

    private final String halt;

    private ChainChild(String halt) {
        this.halt = halt;
    }

    /// The arguments are the directory of the test, the address of the source, the key, and where
    /// to halt: at a change of a volume, or on entering a state of a machine.
    static void main(String... args) throws Exception {
        new ChainChild(args[3]).live(Path.of(args[0]), args[1], args[2]);
    }

    private void live(Path directory, String address, String key) throws Exception {
        Path home = directory.resolve("home");
        Volumes volumes = new ObservedVolumes(DirectoryVolumes.in(home), this::pass);
        Images images = Images.in(home, options -> options.volumes(volumes));
        ProcessRequest request = ProcessRequest.of(address, key);
        try (SqliteStore store = SqliteStore.open(directory.resolve("store"));
                Engine engine =
                        Engine.open(
                                store,
                                options -> {
                                    images.register(options);
                                    options.listener(this::hear);
                                })) {
            RunId id = engine.start(images.process(request));
            List<ProgressBoard.Progress> said = List.of();
            Optional<Run> end = Optional.empty();
            while (end.isEmpty()) {
                List<ProgressBoard.Progress> now = images.progress().current();
                if (!now.equals(said)) now.forEach(each -> IO.println(each.phase() + " " + each));
                said = now;
                end = engine.awaitEnd(id, LOOK);
            }
            IO.println(ENDED + end.get().status());
        }
    }

    private void hear(EngineEvent happening) {
        if (!(happening instanceof EngineEvent.RunChanged changed)) return;
        pass(changed.after().machine() + " " + changed.after().state());
    }

    private void pass(String point) {
        if (!point.equals(halt)) return;
        IO.println(HALTS + point);
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
