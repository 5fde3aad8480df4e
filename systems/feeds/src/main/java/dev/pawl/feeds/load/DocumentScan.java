package dev.pawl.feeds.load;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.DocumentFile;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.orchestrator.limit.FailureKind;
import dev.pawl.orchestrator.provider.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Scans a directory in any layout, or a single file, for the documents of one source.
public final class DocumentScan {
    private static final int FILES_MAX = 100_000;
    private static final int NOTES_MAX = 100;

    private final Path location;
    private final List<Format<?>> formats;
    private final List<RecognizedDocument<?>> found = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int unreported;

    private DocumentScan(Path location, List<Format<?>> formats) {
        this.location = location;
        this.formats = formats;
    }

    /// Finds the documents of these formats and selects the ones to load.
    static DocumentSelection scan(Path location, List<Format<?>> formats) throws SourceException {
        DocumentScan scan = new DocumentScan(location, formats);
        scan.scan();
        return DocumentSelection.of(scan.found, scan.notes());
    }

    /// Returns whether a location has a document of these formats; stops at the first.
    public static boolean hasDocuments(Path location, List<Format<?>> formats)
            throws SourceException {
        DocumentScan scan = new DocumentScan(location, formats);
        return scan.anyFile(scan::hasDocument);
    }

    private void scan() throws SourceException {
        anyFile(file -> {
            scan(file);
            return false;
        });
        if (found.isEmpty()) throw noDocuments();
    }

    /// Returns whether a file passes the test; stops at the first that does.
    private boolean anyFile(FileTest test) throws SourceException {
        if (!Files.exists(location)) {
            throw new SourceException(
                    FailureKind.NOT_FOUND,
                    "expected a directory or a file with documents, found nothing at " + location);
        }
        try {
            for (Path file : files()) if (test.passes(file)) return true;
            return false;
        } catch (IOException e) {
            throw new SourceException(
                    FailureKind.TRANSIENT, "%s cannot be read: %s".formatted(location, e), e);
        }
    }

    private boolean hasDocument(Path file) throws IOException {
        try (DocumentFile archive = DocumentFile.open(file)) {
            for (Document each : archive.documents()) if (isDocument(archive, each)) return true;
            return false;
        } catch (BadDocument _) {
            return false;
        }
    }

    private boolean isDocument(DocumentFile archive, Document document) throws IOException {
        try {
            Document buffered = archive.buffered(document);
            for (Format<?> each : formats) if (each.recognise(buffered).isPresent()) return true;
            return false;
        } catch (BadDocument _) {
            return false;
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(location)) {
            List<Path> files =
                    all.filter(Files::isRegularFile).sorted().limit(FILES_MAX + 1L).toList();
            if (files.size() > FILES_MAX) {
                throw new IOException(
                        "expected at most %d files below %s, found more"
                                .formatted(FILES_MAX, location));
            }
            return files;
        }
    }

    private void scan(Path file) throws IOException {
        try (DocumentFile archive = DocumentFile.open(file)) {
            int before = found.size();
            for (Document each : archive.documents()) recognise(archive, each);
            int all = archive.documents().size();
            int recognised = found.size() - before;
            if (recognised > 0 && recognised < all) {
                note(
                        "%s: %d of %d files were skipped: they do not belong to this source"
                                .formatted(file, all - recognised, all));
            }
        } catch (BadDocument e) {
            note("skipped: " + e.getMessage());
        }
    }

    /// Keeps the identity of a document, not its content. An unreadable document does not affect
    /// others in the same file.
    private void recognise(DocumentFile archive, Document document) throws IOException {
        try {
            Document buffered = archive.buffered(document);
            for (Format<?> format : formats) {
                Optional<Edition> edition = format.recognise(buffered);
                if (edition.isEmpty()) continue;
                String digest = archive.digest(document);
                found.add(new RecognizedDocument<>(document, format, edition.get(), digest));
                return;
            }
            if (isDisguised(buffered)) {
                note(
                        "skipped: expected a feed in %s, found an HTML page: %s"
                                .formatted(buffered.name(), Html.title(buffered.head())));
            }
        } catch (BadDocument e) {
            note("skipped: " + e.getMessage());
        }
    }

    private void note(String text) {
        if (notes.size() < NOTES_MAX) notes.add(text);
        else unreported++;
    }

    private List<String> notes() {
        List<String> all = new ArrayList<>(notes);
        if (unreported > 0) all.add("%d more were skipped".formatted(unreported));
        return all;
    }

    /// Returns whether a document is an error page that a server sent under the name of a feed.
    private static boolean isDisguised(Document document) throws IOException {
        String name = document.path().getFileName().toString().toLowerCase(Locale.ROOT);
        boolean feed = name.contains(".json") || name.contains(".xml") || name.contains(".csv");
        return feed && Html.is(document.head());
    }

    private SourceException noDocuments() {
        List<String> names = formats.stream().map(Format::name).toList();
        String skipped = notes.isEmpty() ? "" : "; " + String.join("; ", notes());
        return new SourceException(
                FailureKind.NOT_FOUND,
                "expected a document of %s, found none in %s%s"
                        .formatted(String.join(", ", names), location, skipped));
    }

    /// A condition on a file.
    private interface FileTest {
        boolean passes(Path file) throws IOException;
    }
}
