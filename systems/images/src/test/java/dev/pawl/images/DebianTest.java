package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.engine.Engine;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real distribution, built by its own tool. Runs with `-Ddebian=true`, because it takes a
/// minute, root privileges and Debian's packages.
@Timeout(900)
final class DebianTest {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir private Path directory;
    private Path bucket;

    @BeforeEach
    void debootstrap() throws Exception {
        assumeTrue(Boolean.getBoolean("debian"), "only with -Ddebian=true");
        assumeTrue(
                Files.isExecutable(Path.of("/usr/sbin/debootstrap")),
                "debootstrap is not installed: apt-get install debootstrap");
        bucket = Files.createDirectories(directory.resolve("bucket"));
        Path root = directory.resolve("tree/rootfs");
        run("debootstrap", "--variant=minbase", "bookworm", root.toString());
        run("tar", "-C", root.getParent().toString(), "-czf", bucket + "/debian.tar.gz", "rootfs");
    }

    @Test
    void itPassesUnderStandardAndIsRefusedUnderStrictByItsFirstOffendingEntry() throws Exception {
        Images images = Images.in(directory.resolve("home"), _ -> {});
        try (Engine engine =
                Engine.open(SqliteStore.open(directory.resolve("store")), images::register)) {
            Run refused = end(engine, images, "strict");
            assertThat(refused.status()).isEqualTo(RunStatus.ABORTED);
            String why = ImageFailure.reason(Optional.ofNullable(refused.condition().ending()));
            assertThat(why)
                    .startsWith("policy: archive debian.tar.gz, entry 'rootfs/")
                    .contains("expected");

            Run made = end(engine, images, "standard");
            assertThat(made.status()).isEqualTo(RunStatus.COMPLETED);
            ProcessResponse image = engine.result(images.process(), made);
            Path root = Path.of(image.activate().devicePath()).resolve("rootfs");
            assertThat(root.resolve("etc/debian_version")).isNotEmptyFile();
            assertThat(Files.getAttribute(root.resolve("usr/bin/su"), "unix:mode"))
                    .isEqualTo(0104755);
            run("chroot", root.toString(), "/usr/bin/dpkg", "--audit");
        }
    }

    private Run end(Engine engine, Images images, String policy) throws InterruptedException {
        ProcessRequest request =
                ProcessRequest.of(bucket.toString(), "debian.tar.gz").policy(policy);
        RunId id = engine.start(images.process(request));
        return engine.awaitEnd(id, PATIENCE).orElseThrow();
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
    }
}
