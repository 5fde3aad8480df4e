package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.volume.DirectoryVolumes;
import dev.pawl.images.volume.Volumes;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.StoreFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The whole chain, killed before and after each durable write and each change of a volume: it ends
/// as usual.
@Timeout(600)
final class CrashTest {
    /// Every n-th crash point is tested.
    private static final int EVERY = Rounds.areTimed() ? 1 : 5;

    private static final String KEY = "small.tar";

    private final CrashMatrix.Points points = new CrashMatrix.Points();
    @TempDir private Path directory;
    private int processes;

    @Test
    @Tag("volume")
    void theChainEndsTheSameWhereverItIsKilled() throws IOException {
        Images images = images();
        CrashMatrix.Summary summary =
                matrix(
                        images,
                        images.process(request()),
                        images.machines().subList(1, 8),
                        () -> clear(home()));
        // Before and after each write, and before and after five changes of volumes.
        assertThat(summary.writes()).isGreaterThan(15);
        assertThat(summary.trials()).isEqualTo(processes(2 * summary.writes() + 10));
    }

    /// Each process starts with the same processed image.
    @Test
    @Tag("volume")
    void anImageIsGoneWhereverItsDeletionIsKilled() throws Exception {
        Images images = images();
        String image = made(images);
        Path made = directory.resolve("made");
        copied(home(), made.resolve("home"));
        copied(directory.resolve("store-0"), made.resolve("store"));
        Machine<String, String> end = end(images);
        CrashMatrix.Summary summary =
                matrix(
                        images,
                        end.start(image),
                        images.machines(),
                        () -> {
                            clear(home());
                            copied(made.resolve("home"), home());
                            copied(
                                    made.resolve("store"),
                                    directory.resolve("store-" + (processes + 1)));
                        });
        // One deactivation and two deletions.
        assertThat(summary.trials()).isEqualTo(processes(2 * summary.writes() + 6));
    }

    /// Returns how many processes there are for a number of crash points; one is undisturbed.
    private static int processes(long moments) {
        return (int) (1 + (moments + EVERY - 1) / EVERY);
    }

    private String made(Images images) throws InterruptedException {
        Store store = SqliteStore.open(directory.resolve("store-0"));
        try (Engine engine = Engine.open(store, images::register)) {
            RunId id = engine.start(images.process(request()));
            return engine.await(images.process(), id, Duration.ofSeconds(60)).imageId();
        }
    }

    /// Deactivates and deletes an image.
    private static Machine<String, String> end(Images images) {
        return Machine.named("end", String.class, String.class)
                .step(
                        "switch-off",
                        a -> {
                            String name = "snap-" + a.request();
                            return a.next().starting(images.deactivate(name));
                        })
                .await("switching-off", w -> w.children(Join.all(), "delete"))
                .step("delete", a -> a.next().starting(images.delete(a.request())))
                .await("deleting", w -> w.children(Join.all(), "done"))
                .step("done", Attempt::next)
                .build();
    }

    private Images images() throws IOException {
        Path bucket = Files.createDirectories(directory.resolve("bucket"));
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
        Volumes volumes = new ObservedVolumes(DirectoryVolumes.in(home()), _ -> points.here());
        return Images.in(home(), o -> o.volumes(volumes));
    }

    private Path home() {
        return directory.resolve("home");
    }

    private ProcessRequest request() {
        return ProcessRequest.of(directory.resolve("bucket").toString(), KEY);
    }

    private CrashMatrix.Summary matrix(
            Images images, Start<?> start, List<Machine<?, ?>> others, Runnable fresh) {
        return CrashMatrix.of(start)
                .with(others.toArray(Machine<?, ?>[]::new))
                .options(o -> images.queues().forEach(o.tables(images.tables())::queue))
                .on(new Homes())
                .points(points)
                .every(EVERY)
                .fresh(fresh)
                .comparing(CrashTest::words)
                .observing("files", () -> files(home()))
                .check();
    }

    /// The ids of runs differ between processes; their results do not.
    private static String words(Run run) {
        return "%s %s %s".formatted(run.machine(), run.status(), run.state());
    }

    /// Deletes the files of the home and keeps its directories.
    private static void clear(Path home) {
        try {
            for (String name : List.of("files", "volumes", "active", "work", "progress")) {
                emptied(home.resolve(name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copied(Path from, Path to) {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Path target = to.resolve(from.relativize(each));
                if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(
                            each,
                            target,
                            StandardCopyOption.COPY_ATTRIBUTES,
                            StandardCopyOption.REPLACE_EXISTING,
                            LinkOption.NOFOLLOW_LINKS);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void emptied(Path root) throws IOException {
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path each, IOException error)
                            throws IOException {
                        if (!each.equals(root)) Files.delete(each);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /// Returns all names below the home, with the contents of files.
    private static Map<String, String> files(Path home) {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(home)) {
            for (Path each : all.toList()) {
                String name = home.relativize(each).toString();
                boolean content = Files.isRegularFile(each) && !name.endsWith(".json");
                found.put(name, content ? HexFormat.of().formatHex(Files.readAllBytes(each)) : "");
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A new SQLite file for each process.
    private final class Homes implements StoreFactory {
        @Override
        public Store open() {
            return SqliteStore.open(directory.resolve("store-" + ++processes));
        }

        @Override
        public Store reopen(Store before) {
            before.close();
            return SqliteStore.open(directory.resolve("store-" + processes));
        }
    }
}
