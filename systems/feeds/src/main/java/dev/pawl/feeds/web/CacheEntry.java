package dev.pawl.feeds.web;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A URL, and where its document and the facts about it are cached.
///
/// The documents have a directory of their own, because every file in it is read as a document.
///
/// @param known the path of the facts and of a partial file, without their suffixes
record CacheEntry(URI address, Path file, Path known) {
    private static final String FILES = "files";
    private static final String KNOWN = "known";
    private static final int NAME_MAX = 200;

    static Path files(Path directory) {
        return directory.resolve(FILES);
    }

    static Path known(Path directory) {
        return directory.resolve(KNOWN);
    }

    static CacheEntry of(Path directory, URI address) {
        String name = fileName(address.toString().replaceFirst("^https?://", ""));
        return new CacheEntry(
                address, files(directory).resolve(name), known(directory).resolve(name));
    }

    /// Returns a name that is valid on every file system.
    private static String fileName(String text) {
        String name = text.replaceAll("[^A-Za-z0-9.-]", "_");
        int excess = name.length() - NAME_MAX;
        return excess <= 0 ? name : text.hashCode() + "_" + name.substring(excess);
    }

    void prepare() throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        Files.createDirectories(known.resolveSibling("."));
    }

    Path facts() {
        return known.resolveSibling(known.getFileName() + ".json");
    }

    /// Returns the facts about the document, if it is there and unchanged.
    Optional<DocumentFacts> read() throws IOException {
        Optional<DocumentFacts> facts = DocumentFacts.read(facts());
        boolean isCurrent =
                facts.isPresent()
                        && facts.get().address().equals(address.toString())
                        && Files.exists(file)
                        && Files.size(file) == facts.get().bytes();
        return isCurrent ? facts : Optional.empty();
    }

    /// Deletes the facts, so that the next fetch is unconditional.
    void forget() throws IOException {
        Files.deleteIfExists(facts());
    }

    /// Returns whether the document itself is an HTML page.
    boolean isPage() {
        return address.getRawPath().matches(".*\\.html?");
    }
}
