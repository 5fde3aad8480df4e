package dev.pawl.images;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// Small root filesystems as tars, created with the `tar` of the host.
record SampleRootfs(Path tree) {

    /// Creates a tree with the directories of the document and some files.
    static SampleRootfs in(Path directory, String content) throws IOException {
        Path root = directory.resolve("rootfs");
        for (String name : List.of("etc", "usr/bin", "var/log")) {
            Files.createDirectories(root.resolve(name));
        }
        Files.writeString(root.resolve("etc/hostname"), content);
        Files.writeString(root.resolve("usr/bin/tool"), "#!/bin/sh\necho " + content + "\n");
        Files.createSymbolicLink(root.resolve("usr/bin/alias"), Path.of("tool"));
        Files.createLink(root.resolve("usr/bin/twin"), root.resolve("usr/bin/tool"));
        return new SampleRootfs(directory);
    }

    /// Adds a setuid program, which the strict policy refuses.
    SampleRootfs withSetuid() throws IOException {
        Path program = Files.writeString(tree.resolve("rootfs/usr/bin/su"), "su");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setAttribute(program, "unix:mode", 0104755);
        return this;
    }

    Path tar(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        run("tar", "-C", tree.toString(), "-cf", file.toString(), "rootfs");
        return file;
    }

    private static void run(String... command) throws IOException {
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            if (process.waitFor() != 0) {
                throw new IOException(List.of(command) + " exited with " + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
