package dev.pawl.images;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Happening;
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

/// A process that brings one object all the way, or halts where it is told to until it is killed.
final class ChainChild {
    /// Begins the line that tells how it ended, and the one that tells that it halts.
    static final String ENDED = "ended ";

    static final String HALTS = "halts at ";

    private static final Duration LOOK = Duration.ofMillis(20);

    private final String halt;

    private ChainChild(String halt) {
        this.halt = halt;
    }

    /// Takes the directory of the test, the address of the source, the key, and where to halt: a
    /// change of a volume, or a machine and a state that was just entered.
    static void main(String... args) throws Exception {
        new ChainChild(args[3]).live(Path.of(args[0]), args[1], args[2]);
    }

    private void live(Path directory, String address, String key) throws Exception {
        Path home = directory.resolve("home");
        Volumes volumes = new PointedVolumes(DirectoryVolumes.in(home), this::pass);
        Images images = Images.in(home, options -> options.volumes(volumes));
        ProcessRequest request =
                new ProcessRequest(address, key, "strict", "", "", Images.DEVICE_BYTES, false, "");
        try (SqliteStore store = SqliteStore.open(directory.resolve("store"));
                Engine engine =
                        Engine.open(
                                store,
                                options -> {
                                    images.register(options);
                                    options.listener(this::hear);
                                })) {
            RunId id = engine.start(images.process(request));
            List<ProgressBoard.Reading> said = List.of();
            Optional<Run> end = Optional.empty();
            while (end.isEmpty()) {
                List<ProgressBoard.Reading> now = images.progress().readings();
                if (!now.equals(said)) now.forEach(each -> IO.println(each.phase() + " " + each));
                said = now;
                end = engine.awaitEnd(id, LOOK);
            }
            IO.println(ENDED + end.get().status());
        }
    }

    private void hear(Happening happening) {
        if (!(happening instanceof Happening.RunChanged changed)) return;
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
