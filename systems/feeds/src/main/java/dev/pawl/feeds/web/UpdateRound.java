package dev.pawl.feeds.web;

import dev.pawl.orchestrator.provider.ReadOptions;
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

/// One pass over all URLs of a source, with those that are done.
///
/// The rate limit of a source can interrupt it in the middle. It then resumes where it was: if it
/// started over, the first URLs would use up the limit each time.
final class UpdateRound {
    /// A document that was checked longer ago may be outdated.
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Path file;
    private final boolean fresh;
    private final Instant oldest;
    private final Set<String> done;

    private UpdateRound(Path file, boolean fresh, Instant oldest, Set<String> done) {
        this.file = file;
        this.fresh = fresh;
        this.oldest = oldest;
        this.done = done;
    }

    /// Starts a round, or resumes one that was interrupted.
    static UpdateRound of(Path known, ReadOptions options, Instant now) throws IOException {
        Files.createDirectories(known);
        Path file = known.resolve("round");
        Instant oldest = now.minus(LONGEST);
        List<String> lines = lines(file);
        boolean isResumed = !lines.isEmpty() && isAfter(lines.getFirst(), oldest);
        if (!isResumed) Files.writeString(file, now + "\n");
        Set<String> done = new HashSet<>(isResumed ? lines.subList(1, lines.size()) : List.of());
        return new UpdateRound(file, options.fresh(), oldest, done);
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

    /// Returns whether the server must be asked for a document. Within a cycle the documents stay
    /// those that it started with, unless they are old.
    boolean isDue(CacheEntry entry) throws IOException {
        Optional<DocumentFacts> facts = entry.read();
        if (facts.isEmpty()) return true;
        if (!fresh && facts.get().asked().isAfter(oldest)) return false;
        return !done.contains(entry.address().toString());
    }

    void asked(CacheEntry entry) throws IOException {
        done.add(entry.address().toString());
        Files.writeString(file, entry.address() + "\n", StandardOpenOption.APPEND);
    }

    void end() throws IOException {
        Files.deleteIfExists(file);
    }
}
