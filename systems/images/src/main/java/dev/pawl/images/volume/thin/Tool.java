package dev.pawl.images.volume.thin;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A program of the system that volumes need, and how long it may take.
public enum Tool {
    BLOCKDEV("blockdev", "util-linux", Duration.ofSeconds(30)),
    DMSETUP("dmsetup", "dmsetup", Duration.ofSeconds(30)),
    LOSETUP("losetup", "mount", Duration.ofSeconds(30)),
    MKFS("mkfs.ext4", "e2fsprogs", Duration.ofMinutes(5)),

    /// It may have a journal to replay.
    MOUNT("mount", "mount", Duration.ofMinutes(5)),
    THIN_LS("thin_ls", "thin-provisioning-tools", Duration.ofMinutes(2)),

    /// It writes out all that is in memory.
    UMOUNT("umount", "mount", Duration.ofMinutes(10));

    /// Where programs of the system are; what a user has in his path does not matter.
    private static final List<String> PLACES = List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin");

    private final String program;
    private final String source;
    private final Duration limit;

    Tool(String program, String source, Duration limit) {
        this.program = program;
        this.source = source;
        this.limit = limit;
    }

    public String program() {
        return program;
    }

    public Duration limit() {
        return limit;
    }

    /// Returns where the program is on this machine.
    Path path() throws NoSuchFileException {
        for (String place : PLACES) {
            Path path = Path.of(place, program);
            if (Files.isExecutable(path)) return path;
        }
        throw new NoSuchFileException(
                program,
                null,
                "it is in none of %s; Debian's package %s has it".formatted(PLACES, source));
    }
}
