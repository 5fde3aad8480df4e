package dev.pawl.feeds.web;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// An address, and where its document and what is known of it are kept.
///
/// The documents are alone in their directory, since whatever is there is taken for one.
record Spot(URI address, Path file, Path known) {
    private static final String FILES = "files";
    private static final String KNOWN = "known";
    private static final int NAME_MAX = 200;

    static Path files(Path directory) {
        return directory.resolve(FILES);
    }

    static Path known(Path directory) {
        return directory.resolve(KNOWN);
    }

    static Spot of(Path directory, URI address) {
        String name = word(address.toString().replaceFirst("^https?://", ""));
        return new Spot(address, files(directory).resolve(name), known(directory).resolve(name));
    }

    /// Returns a name for a file that no directory takes for anything else.
    private static String word(String text) {
        String word = text.replaceAll("[^A-Za-z0-9.-]", "_");
        int excess = word.length() - NAME_MAX;
        return excess <= 0 ? word : text.hashCode() + "_" + word.substring(excess);
    }

    void prepare() throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        Files.createDirectories(known.resolveSibling("."));
    }

    Path facts() {
        return known.resolveSibling(known.getFileName() + ".json");
    }

    Path part() {
        return known.resolveSibling(known.getFileName() + ".part");
    }

    Path partFacts() {
        return known.resolveSibling(known.getFileName() + ".part.json");
    }

    /// Returns what is known of the document, if it is there as it was left.
    Optional<Facts> read() throws IOException {
        Optional<Facts> facts = Facts.read(facts());
        boolean same =
                facts.isPresent()
                        && facts.get().address().equals(address.toString())
                        && Files.exists(file)
                        && Files.size(file) == facts.get().bytes();
        return same ? facts : Optional.empty();
    }

    /// Forgets what is known, so that the document is fetched whatever its server thinks of it.
    void forget() throws IOException {
        Files.deleteIfExists(facts());
    }

    /// Returns whether people would read the document in a browser, and so a page is no surprise.
    boolean isPage() {
        return address.getRawPath().matches(".*\\.html?");
    }
}
