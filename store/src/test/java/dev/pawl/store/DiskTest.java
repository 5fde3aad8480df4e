package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.run.RunId;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Real failures of a real disk, caused by the operating system for a child process: a commit is
/// refused with the reason, nothing that returned is lost, and the store works again when the cause
/// is gone.
@Timeout(120)
final class DiskTest {
    /// In blocks of 512 bytes; SQLite's native library, which is unpacked first, must fit too.
    private static final int BLOCKS_MAX = 40_000;

    private static final List<String> MOUNTS = List.of("unshare", "-rm", "sh", "-c");

    /// Fails every sync of a file while there is a file of the name in `FAILS_WHILE`.
    private static final String FAILING_SYNC =
            """
            #define _GNU_SOURCE
            #include <errno.h>
            #include <fcntl.h>
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <unistd.h>

            static int fails(void) {
                const char *mark = getenv("FAILS_WHILE");
                if (!mark || access(mark, F_OK) != 0) return 0;
                errno = EIO;
                return 1;
            }
            static int synced(long call, int file) { return fails() ? -1 : syscall(call, file); }
            static int refused(int file) { return (fcntl(file, F_GETFL) & O_DSYNC) && fails(); }
            ssize_t write(int file, const void *bytes, size_t count) {
                return refused(file) ? -1 : syscall(SYS_write, file, bytes, count);
            }
            ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
                return refused(file) ? -1 : syscall(SYS_pwrite64, file, bytes, count, at);
            }
            int fsync(int file) { return synced(SYS_fsync, file); }
            int fdatasync(int file) { return synced(SYS_fdatasync, file); }
            """;

    @TempDir private Path directory;

    /// A file that may not grow is a disk error for the process: it must not continue.
    @Test
    void aFileThatMayNotGrowStopsTheStore() throws Exception {
        List<String> limited =
                List.of("sh", "-c", "ulimit -f " + BLOCKS_MAX + " && exec \"$0\" \"$@\"");
        assumeWorks("a limit of file sizes", limited, "true");
        List<String> printed = output(limited, DiskChild.Filling.class, home());
        assertThat(refusals(printed))
                .hasSize(2)
                .allSatisfy(refusal ->
                        assertThat(refusal)
                                .startsWith("refused IO")
                                .contains("restart the process"));
        assertSound(printed);
    }

    /// It is unknown what a failed sync left on the disk, so it is not retried.
    @Test
    void aFailedSyncStopsTheStore() throws Exception {
        Path source = Files.writeString(directory.resolve("sync.c"), FAILING_SYNC);
        Path library = directory.resolve("sync.so");
        List<String> compile = List.of("cc", "-shared", "-fPIC", "-o", library.toString());
        assumeWorks("a C compiler", compile, source.toString());
        Path mark = directory.resolve("fails");
        List<String> under =
                List.of("env", "LD_PRELOAD=" + library, "FAILS_WHILE=" + mark.toAbsolutePath());
        List<String> printed = output(under, DiskChild.Syncing.class, home(), mark);
        assertThat(refusals(printed))
                .hasSize(2)
                .allSatisfy(refusal ->
                        assertThat(refusal)
                                .startsWith("refused IO")
                                .contains("Input/output error")
                                .contains("restart the process"));
        assertSound(printed);
    }

    /// A full disk is temporary: the same process continues when there is space.
    @Test
    void workResumesWhenAFullFileSystemHasSpace() throws Exception {
        Files.createDirectories(home());
        String mount = "mount -t tmpfs -o size=48m,mode=700 none " + home();
        assumeWorks("a private file system", MOUNTS, mount);
        List<String> under = new ArrayList<>(MOUNTS);
        under.add(mount + " && exec \"$0\" \"$@\"");
        List<String> printed = output(under, DiskChild.Recovering.class, home());
        assertThat(refusals(printed))
                .hasSize(2)
                .allSatisfy(refusal ->
                        assertThat(refusal).startsWith("refused FULL").contains("Make space"));
        assertThat(printed.getLast()).isEqualTo("sound");
    }

    @Test
    void aReadOnlyFileSystemIsRefusedUntilItIsWritable() throws Exception {
        try (Store store = SqliteStore.open(home())) {
            store.commit(SampleRuns.commit(SampleRuns.started(1)));
        }
        String mount = "mount --bind %1$s %1$s && mount -o remount,bind,ro %1$s".formatted(home());
        assumeWorks("a read-only mount", MOUNTS, mount);
        List<String> under = new ArrayList<>(MOUNTS);
        under.add(mount + " && exec \"$0\" \"$@\"");
        List<String> printed = output(under, DiskChild.Remounting.class, home());
        assertThat(refusals(printed))
                .singleElement()
                .asString()
                .startsWith("refused READ_ONLY")
                .contains(home().toString())
                .contains("Make the directory writable");
        assertSound(printed);
    }

    private Path home() {
        return directory.resolve("home");
    }

    /// Returns what a child prints before it ends by itself.
    private static List<String> output(List<String> under, Class<?> main, Path... arguments)
            throws Exception {
        Process child = ChildJvm.start(under, main, (Object[]) arguments);
        try (BufferedReader output = child.inputReader()) {
            List<String> printed = output.lines().toList();
            assertThat(child.waitFor()).as(String.join("\n", printed)).isZero();
            return printed;
        } finally {
            ChildJvm.end(child);
        }
    }

    private static List<String> refusals(List<String> printed) {
        return printed.stream().filter(line -> line.startsWith("refused")).toList();
    }

    /// Opens the store after the failure: what was reported as durable is there, and more can be
    /// added.
    private void assertSound(List<String> printed) {
        List<RunId> durable =
                printed.stream()
                        .filter(line -> line.startsWith("durable "))
                        .map(line -> RunId.parse(line.substring("durable ".length())))
                        .toList();
        assertThat(durable).isNotEmpty();
        try (Store store = SqliteStore.open(home())) {
            assertThat(store.verify()).isEmpty();
            for (RunId id : durable) assertThat(store.run(id)).as(id.toString()).isPresent();
            long before = store.count(Filter.ALL);
            store.commit(SampleRuns.commit(SampleRuns.started(store.lastId() + 1)));
            assertThat(store.count(Filter.ALL)).isEqualTo(before + 1);
        }
    }

    /// Skips the test, with the reason, where the system does not allow what it needs.
    private static void assumeWorks(String what, List<String> command, String last)
            throws InterruptedException {
        List<String> all = new ArrayList<>(command);
        all.add(last);
        String found;
        try {
            Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
            found = String.join(" ", process.inputReader().lines().toList());
            if (process.waitFor() == 0) return;
        } catch (IOException e) {
            found = e.getMessage();
        }
        assumeTrue(false, "needs %s, and %s says: %s".formatted(what, all, found));
    }
}
