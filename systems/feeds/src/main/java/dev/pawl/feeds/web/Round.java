package dev.pawl.feeds.web;

import dev.pawl.orchestrator.provider.Opening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One time that all addresses of a source are asked.
///
/// A source that may be asked a few times only is interrupted in the middle. The round goes on then
/// where it was: if it began anew, the first addresses would use up what is allowed for ever.
record Round(Path file, Instant began) {
    /// So old is no longer what the server has.
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /// Begins a round, or goes on with one that was interrupted.
    static Round of(Path known, Opening opening, Instant now) throws IOException {
        Files.createDirectories(known);
        Path file = known.resolve("round");
        Instant oldest = now.minus(LONGEST);
        // In the middle of a cycle the documents are those that it began with.
        if (!opening.fresh()) return new Round(file, oldest);
        Optional<Instant> begun = read(file).filter(oldest::isBefore);
        if (begun.isPresent()) return new Round(file, begun.get());
        Files.writeString(file, now.toString());
        return new Round(file, now);
    }

    private static Optional<Instant> read(Path file) throws IOException {
        try {
            return Optional.of(Instant.parse(Files.readString(file)));
        } catch (NoSuchFileException | DateTimeException _) {
            return Optional.empty();
        }
    }

    /// Returns whether the server is to be asked for a document.
    boolean isDue(Spot spot) throws IOException {
        Optional<Facts> facts = spot.read();
        return facts.isEmpty() || facts.get().asked().isBefore(began);
    }

    void end() throws IOException {
        Files.deleteIfExists(file);
    }
}
