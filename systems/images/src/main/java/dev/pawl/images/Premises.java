package dev.pawl.images;

import static java.util.stream.Collectors.joining;

import dev.pawl.images.archive.ArchiveLimits;
import dev.pawl.images.source.Source;
import dev.pawl.images.volume.Volumes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Function;

/// Where images are worked on: sources, files, volumes, and what an archive may have.
record Premises(
        Path files,
        Path work,
        Function<String, Source> sources,
        Volumes volumes,
        ArchiveLimits limits,
        ProgressBoard board) {

    Path file(String imageId) {
        return files.resolve(imageId + ".tar");
    }

    /// Returns where the manifest of an unpacked image is.
    Path manifest(String imageId) {
        return files.resolve(imageId + ".manifest");
    }

    /// Returns what changes whenever a file does, so that its checksum need not be computed again
    /// and again.
    static String stamp(Path file) throws IOException {
        return Files.readAttributes(file, "unix:ino,size,lastModifiedTime,ctime")
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .map(attribute -> attribute.getKey() + "=" + attribute.getValue())
                .collect(joining(" "));
    }

    /// Returns whether a file is as it was when its checksum was written down.
    static boolean isIntact(Image.Copy copy) throws IOException {
        Path file = Path.of(copy.localPath());
        if (!Files.isRegularFile(file) || Files.size(file) != copy.sizeBytes()) return false;
        return stamp(file).equals(copy.stamp()) || checksum(file).equals(copy.checksum());
    }

    /// Returns the SHA-256 of a file, in hexadecimal digits.
    static String checksum(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file);
                DigestInputStream digesting =
                        new DigestInputStream(bytes, MessageDigest.getInstance("SHA-256"))) {
            digesting.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digesting.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
