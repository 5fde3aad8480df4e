package dev.pawl.servers;

import dev.pawl.servers.Availability.Missing;
import dev.pawl.servers.Availability.Present;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.tukaani.xz.XZInputStream;

/// Unpacks the PostgreSQL of the class path, once for all processes of a user.
final class EmbeddedPostgres {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private EmbeddedPostgres() {}

    /// Returns the directory that has `bin`, `lib` and `share`.
    static Availability<Path> home() {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!system.equals("Linux amd64")) {
            return new Missing<>("its programs are for Linux amd64, and this is " + system);
        }
        try (InputStream archive = EmbeddedPostgres.class.getResourceAsStream(ARCHIVE)) {
            if (archive == null) return new Missing<>("its programs are not on the class path");
            return new Present<>(unpacked(archive.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL cannot be unpacked", e);
        }
    }

    /// The directory is named by what is in it.
    private static Path unpacked(byte[] archive) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(archive);
        return Cache.directory(
                "postgres-%08x".formatted(sum.getValue()), home -> unpack(archive, home));
    }

    private static void unpack(byte[] archive, Path directory) throws IOException {
        Files.createDirectory(directory);
        Process tar =
                new ProcessBuilder("tar", "-x", "-C", directory.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (InputStream files = new XZInputStream(new ByteArrayInputStream(archive));
                OutputStream input = tar.getOutputStream()) {
            files.transferTo(input);
        }
        int code = Commands.await(tar);
        if (code != 0) throw new IOException("tar ended with exit code " + code);
    }
}
