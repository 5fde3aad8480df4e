package dev.pawl.images;

import static java.util.stream.Collectors.joining;

import dev.pawl.images.archive.ArchiveLimits;
import dev.pawl.images.source.Source;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Where images are worked on: sources, files, volumes, and what an archive may have.
record Premises(
        Path files,
        Path work,
        Function<String, Source> sources,
        Volumes volumes,
        ArchiveLimits limits,
        Admission admission,
        ProgressBoard board) {

    /// How long a run waits before it looks whether the place for volumes is well again.
    static final Duration TROUBLED = Duration.ofSeconds(30);

    Path file(String imageId) {
        return files.resolve(imageId + ".tar");
    }

    /// Returns where the manifest of an unpacked image is.
    Path manifest(String imageId) {
        return files.resolve(imageId + ".manifest");
    }

    /// Returns why nothing more may be put on the volumes; empty if there is room, or somebody has
    /// said why it does not count.
    Optional<String> refusal(String override) throws VolumeException, IOException {
        return override.isEmpty() ? admission.refusal(volumes.space()) : Optional.empty();
    }

    /// Removes the file of an image, whatever was downloaded of it, and its manifest.
    void removeFiles(String imageId) throws IOException {
        removeParts(imageId);
        board.clear(imageId);
        Files.deleteIfExists(file(imageId));
        Files.deleteIfExists(manifest(imageId));
    }

    /// Removes what is left of a download.
    void removeParts(String imageId) throws IOException {
        Path file = file(imageId);
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".part"));
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".part.json"));
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
