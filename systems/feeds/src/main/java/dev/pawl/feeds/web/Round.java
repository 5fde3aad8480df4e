package dev.pawl.feeds.web;

import dev.pawl.orchestrator.provider.Opening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One time that all addresses of a source are asked: which of them were.
///
/// A source that may be asked a few times only is interrupted in the middle. The round goes on then
/// where it was: if it began anew, the first addresses would use up what is allowed for ever.
final class Round {
    /// So old is no longer what the server has.
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Path file;
    private final boolean fresh;
    private final Instant oldest;
    private final Set<String> done;

    private Round(Path file, boolean fresh, Instant oldest, Set<String> done) {
        this.file = file;
        this.fresh = fresh;
        this.oldest = oldest;
        this.done = done;
    }

    /// Begins a round, or goes on with one that was interrupted.
    static Round of(Path known, Opening opening, Instant now) throws IOException {
        Files.createDirectories(known);
        Path file = known.resolve("round");
        Instant oldest = now.minus(LONGEST);
        List<String> lines = lines(file);
        boolean goesOn = !lines.isEmpty() && isAfter(lines.getFirst(), oldest);
        if (!goesOn) Files.writeString(file, now + "\n");
        Set<String> done = new HashSet<>(goesOn ? lines.subList(1, lines.size()) : List.of());
        return new Round(file, opening.fresh(), oldest, done);
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    private static boolean isAfter(String text, Instant oldest) {
        try {
            return Instant.parse(text).isAfter(oldest);
        } catch (DateTimeException _) {
            return false;
        }
    }

    /// Returns whether the server is to be asked for a document. In the middle of a cycle the
    /// documents are those that it began with, unless they are old.
    boolean isDue(Spot spot) throws IOException {
        Optional<Facts> facts = spot.read();
        if (facts.isEmpty()) return true;
        if (!fresh && facts.get().asked().isAfter(oldest)) return false;
        return !done.contains(spot.address().toString());
    }

    void asked(Spot spot) throws IOException {
        done.add(spot.address().toString());
        Files.writeString(file, spot.address() + "\n", StandardOpenOption.APPEND);
    }

    void end() throws IOException {
        Files.deleteIfExists(file);
    }
}
