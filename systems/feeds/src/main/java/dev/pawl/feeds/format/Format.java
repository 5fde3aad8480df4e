package dev.pawl.feeds.format;

import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Optional;

/// A format in which a source is published. Immutable and thread-safe.
///
/// @param <R> a record of the document
public interface Format<R> {
    /// Returns the name for messages, such as `NVD JSON 2.0`.
    String name();

    /// Returns the id of the source: `cve`, `cwe`, `capec`, `attack`, `ssg`, `asvs` or `cce`.
    String source();

    /// Returns the edition of a document; empty if it is not of this format.
    ///
    /// Decides by the content, never by the file name. The first bytes must be enough to say no;
    /// only a document that looks right may be read further.
    Optional<Edition> recognise(Document document) throws IOException;

    /// Opens a recognised document.
    Records<R> open(Document document, Edition edition) throws IOException;

    /// Maps a record to an item: a pure function, called by several threads at once. Throws
    /// [BadRecord] if the record is invalid; other records are not affected.
    FeedItem map(R record, Edition edition) throws BadRecord;

    /// Returns a record as text, for the quarantine.
    default String text(R record) {
        return record.toString();
    }

    /// Parses the text of a record that can be mapped without its document; empty if it cannot, or
    /// if the text is no record.
    default Optional<StandaloneRecord<R>> standalone(String text) {
        return Optional.empty();
    }

    /// A record without its document, and the edition to map it with.
    record StandaloneRecord<R>(R record, Edition edition) {}
}
