package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Store;
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
import dev.pawl.testkit.Stores;
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
/// as if nothing had happened.
@Timeout(600)
final class CrashTest {
    /// Of all moments every n-th is taken.
    private static final int EVERY = Rounds.areTimed() ? 1 : 5;

    private static final String KEY = "small.tar";

    private final CrashMatrix.Points points = new CrashMatrix.Points();
    @TempDir private Path directory;
    private int lives;

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
        assertThat(summary.lives()).isEqualTo(lives(2 * summary.writes() + 10));
    }

    /// Each life begins with an image that is there, made once.
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
                                    directory.resolve("store-" + (lives + 1)));
                        });
        // One change to switch off and two deletions.
        assertThat(summary.lives()).isEqualTo(lives(2 * summary.writes() + 6));
    }

    /// Returns how many lives there are for so many moments; one is undisturbed.
    private static int lives(long moments) {
        return (int) (1 + (moments + EVERY - 1) / EVERY);
    }

    private String made(Images images) throws InterruptedException {
        Store store = SqliteStore.open(directory.resolve("store-0"));
        try (Engine engine = Engine.open(store, images::register)) {
            RunId id = engine.start(images.process(request()));
            return engine.await(images.process(), id, Duration.ofSeconds(60)).imageId();
        }
    }

    /// Switches an image off and deletes it.
    private static Machine<String, String> end(Images images) {
        return Machine.named("end", String.class, String.class)
                .step(
                        "switch-off",
                        a -> {
                            String name = ImageIds.snapshot(a.request());
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
        Rootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve(KEY));
        Volumes volumes = new PointedVolumes(DirectoryVolumes.in(home()), _ -> points.here());
        return Images.in(home(), o -> o.volumes(volumes));
    }

    private Path home() {
        return directory.resolve("home");
    }

    private ProcessRequest request() {
        return new ProcessRequest(
                directory.resolve("bucket").toString(),
                KEY,
                "strict",
                "",
                "",
                Images.DEVICE_BYTES,
                false,
                "");
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

    /// Runs have other ids in another life; what they made has not.
    private static String words(Run run) {
        return "%s %s %s".formatted(run.machine(), run.status(), run.state());
    }

    /// Empties the home, and leaves its directories.
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

    /// Returns all names below the home, with what is in the files that have content.
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

    /// SQLite files, one after the other.
    private final class Homes implements Stores {
        @Override
        public Store open() {
            return SqliteStore.open(directory.resolve("store-" + ++lives));
        }

        @Override
        public Store reopen(Store before) {
            before.close();
            return SqliteStore.open(directory.resolve("store-" + lives));
        }
    }
}
