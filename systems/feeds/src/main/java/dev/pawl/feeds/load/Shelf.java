package dev.pawl.feeds.load;

import dev.pawl.feeds.format.Archive;
import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.orchestrator.limit.Trouble;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A place with documents of any layout: a directory with everything below it, or one file.
public final class Shelf {
    private static final int FILES_MAX = 100_000;
    private static final int NOTES_MAX = 100;

    private final Path place;
    private final List<Format<?>> formats;
    private final List<Published<?>> found = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int untold;

    private Shelf(Path place, List<Format<?>> formats) {
        this.place = place;
        this.formats = formats;
    }

    /// Looks through a place for documents of these formats, which are all of one source.
    static Selection look(Path place, List<Format<?>> formats) throws SourceException {
        Shelf shelf = new Shelf(place, formats);
        shelf.look();
        return Selection.of(shelf.found, shelf.said());
    }

    /// Returns whether a place has a document of these formats; looks no further than the first.
    public static boolean isStocked(Path place, List<Format<?>> formats) throws SourceException {
        Shelf shelf = new Shelf(place, formats);
        return shelf.each(file -> shelf.has(file));
    }

    private void look() throws SourceException {
        boolean over =
                each(file -> {
                    look(file);
                    return false;
                });
        if (!over && found.isEmpty()) throw nothing();
    }

    /// Shows each file to somebody, until he has seen enough; returns whether he has.
    private boolean each(Look look) throws SourceException {
        if (!Files.exists(place)) {
            throw new SourceException(
                    Trouble.NOT_FOUND,
                    "expected a directory or a file with documents, found nothing at " + place);
        }
        try {
            for (Path file : files()) if (look.isEnough(file)) return true;
            return false;
        } catch (IOException e) {
            throw new SourceException(
                    Trouble.TRANSIENT, "%s cannot be read: %s".formatted(place, e), e);
        }
    }

    private boolean has(Path file) throws IOException {
        try (Archive archive = Archive.open(file)) {
            for (Document each : archive.documents()) if (has(archive, each)) return true;
            return false;
        } catch (BadDocument _) {
            return false;
        }
    }

    private boolean has(Archive archive, Document document) throws IOException {
        try {
            Document held = archive.held(document);
            for (Format<?> each : formats) if (each.recognise(held).isPresent()) return true;
            return false;
        } catch (BadDocument _) {
            return false;
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(place)) {
            List<Path> files =
                    all.filter(Files::isRegularFile).sorted().limit(FILES_MAX + 1L).toList();
            if (files.size() > FILES_MAX) {
                throw new IOException("expected at most %d files, found more".formatted(FILES_MAX));
            }
            return files;
        }
    }

    private void look(Path file) throws IOException {
        try (Archive archive = Archive.open(file)) {
            int before = found.size();
            for (Document each : archive.documents()) recognise(archive, each);
            int all = archive.documents().size();
            int ours = found.size() - before;
            if (ours > 0 && ours < all) {
                note(
                        "%s: %d of %d files were passed over, as nothing of this source"
                                .formatted(file, all - ours, all));
            }
        } catch (BadDocument e) {
            note("passed over: " + e.getMessage());
        }
    }

    /// Keeps what a document is, and nothing of its content. One that cannot be read does not hurt
    /// others in the same file.
    private void recognise(Archive archive, Document document) throws IOException {
        try {
            Document held = archive.held(document);
            for (Format<?> format : formats) {
                Optional<Edition> edition = format.recognise(held);
                if (edition.isEmpty()) continue;
                String digest = archive.digest(document);
                found.add(new Published<>(document, format, edition.get(), digest));
                return;
            }
            if (isDisguised(held)) {
                note(
                        "passed over: expected a feed in %s, found an HTML page: %s"
                                .formatted(held.name(), Html.title(held.head())));
            }
        } catch (BadDocument e) {
            note("passed over: " + e.getMessage());
        }
    }

    private void note(String text) {
        if (notes.size() < NOTES_MAX) notes.add(text);
        else untold++;
    }

    private List<String> said() {
        List<String> said = new ArrayList<>(notes);
        if (untold > 0) said.add("%d more were passed over".formatted(untold));
        return said;
    }

    /// A page that a server gave instead of a feed has the feed's name.
    private static boolean isDisguised(Document document) throws IOException {
        String name = document.path().getFileName().toString().toLowerCase(Locale.ROOT);
        boolean feed = name.contains(".json") || name.contains(".xml") || name.contains(".csv");
        return feed && Html.is(document.head());
    }

    private SourceException nothing() {
        List<String> names = formats.stream().map(Format::name).toList();
        String odd = notes.isEmpty() ? "" : "; " + String.join("; ", said());
        return new SourceException(
                Trouble.NOT_FOUND,
                "expected a document of %s, found none in %s%s"
                        .formatted(String.join(", ", names), place, odd));
    }

    /// Looks at a file.
    private interface Look {
        boolean isEnough(Path file) throws IOException;
    }
}
