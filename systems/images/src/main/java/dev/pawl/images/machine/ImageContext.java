package dev.pawl.images.machine;

import static java.util.stream.Collectors.joining;

import dev.pawl.fetch.ObjectSource;
import dev.pawl.fetch.Sha256;
import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.table.Image;
import dev.pawl.images.volume.SpaceLimits;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.images.volume.Volumes;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What all machines share: sources, directories, volumes, limits and the progress board.
public record ImageContext(
        Path files,
        Path work,
        Function<String, ObjectSource> sources,
        Volumes volumes,
        ArchiveLimits limits,
        SpaceLimits admission,
        ProgressBoard progress) {

    /// How often the process may crash in a state before its run is parked: a user may kill it at
    /// any time.
    public static final int CRASHES_MAX = 1_000;

    /// How long a run waits before it checks again whether the volumes are healthy.
    static final Duration PROBLEM_RETRY = Duration.ofSeconds(30);

    public Path file(String imageId) {
        return files.resolve(imageId + ".tar");
    }

    /// Returns where the manifest of an unpacked image is.
    public Path manifest(String imageId) {
        return files.resolve(imageId + ".manifest");
    }

    /// Returns that the run waits, if the volumes need a repair.
    public <O> Optional<Outcome<O>> waitForRepair(Attempt<?, O> attempt) {
        return volumes.problem().map(text -> attempt.waitAndRepeat(PROBLEM_RETRY, text));
    }

    /// Returns how the attempt ends if no volume may be created now: the volumes need a repair, or
    /// the space limit is reached and there is no reason to override it.
    <O> Optional<Outcome<O>> obstacle(Attempt<?, O> attempt, @Nullable String override)
            throws VolumeException, IOException {
        Optional<Outcome<O>> waiting = waitForRepair(attempt);
        if (waiting.isPresent() || override != null) return waiting;
        return admission
                .refusal(volumes.space())
                .map(text -> attempt.abort(ImageFailure.SPACE.reason(text)));
    }

    /// Deletes the file of an image, its parts and its manifest.
    void removeFiles(String imageId) throws IOException {
        removeParts(imageId);
        progress.clear(imageId);
        Files.deleteIfExists(file(imageId));
        Files.deleteIfExists(manifest(imageId));
    }

    /// Deletes what is left of an incomplete download.
    void removeParts(String imageId) throws IOException {
        Path file = file(imageId);
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".part"));
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".part.json"));
    }

    /// Returns a text that changes whenever the file does, so that an unchanged file need not be
    /// hashed again.
    public static String stamp(Path file) throws IOException {
        return Files.readAttributes(file, "unix:ino,size,lastModifiedTime,ctime")
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .map(attribute -> attribute.getKey() + "=" + attribute.getValue())
                .collect(joining(" "));
    }

    /// Returns whether a file is unchanged since its checksum was recorded.
    static boolean isIntact(Image.Copy copy) throws IOException {
        Path file = Path.of(copy.localPath());
        if (!Files.isRegularFile(file) || Files.size(file) != copy.sizeBytes()) return false;
        return stamp(file).equals(copy.stamp()) || checksum(file).equals(copy.checksum());
    }

    /// Returns the SHA-256 of a file, in hexadecimal digits.
    public static String checksum(Path file) throws IOException {
        return Sha256.of(file).hex();
    }
}
