package dev.pawl.feeds.format;

import dev.pawl.feeds.item.Item;
import java.io.IOException;
import java.util.Optional;

/// One way in which a source is published. Immutable, for any thread.
///
/// @param <R> a record as it stands in the document
public interface Format<R> {
    /// Returns its name for people, such as `NVD JSON 2.0`.
    String name();

    /// Returns which of the sources it is of: `cve`, `cwe`, `capec`, `attack`, `ssg`, `asvs` or
    /// `cce`.
    String source();

    /// Returns which edition a document is; empty if it is no document of this format.
    ///
    /// It goes by the content, never by the name of the file. The beginning must do for a no; only
    /// a document that looks right may be read further.
    Optional<Edition> recognise(Document document) throws IOException;

    /// Begins to read a document that was recognised.
    Records<R> open(Document document, Edition edition) throws IOException;

    /// Returns the item that a record is: a pure function, called by several threads at once.
    /// Throws [BadRecord] if the record is none, which does not hurt the others.
    Item map(R record, Edition edition) throws BadRecord;

    /// Returns a record as text, to be kept for people if it could not be used.
    String text(R record);

    /// Returns a record from its text, if it needs nothing else of its document to be mapped; empty
    /// if it does, or if the text is none of a record.
    default Optional<Apart<R>> apart(String text) {
        return Optional.empty();
    }

    /// A record without its document, and the edition that it counts as.
    record Apart<R>(R record, Edition edition) {}
}
