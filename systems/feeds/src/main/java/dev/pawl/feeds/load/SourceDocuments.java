package dev.pawl.feeds.load;

import dev.pawl.feeds.format.Format;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.SourceReader;
import java.io.IOException;
import java.util.List;

/// Reads the documents of a source one after the other.
public final class SourceDocuments implements Source<RawRecord<?>> {
    private final List<Format<?>> formats;
    private final DocumentSupply supply;
    private volatile List<String> notes = List.of();

    public SourceDocuments(List<Format<?>> formats, DocumentSupply supply) {
        this.formats = List.copyOf(formats);
        this.supply = supply;
    }

    @Override
    public SourceReader<RawRecord<?>> open(ReadOptions options)
            throws SourceException, IOException, InterruptedException {
        DocumentSelection selection = DocumentScan.scan(supply.fetch(options), formats);
        notes = selection.notes();
        List<String> digests =
                selection.documents().stream().map(RecognizedDocument::digest).toList();
        Position last = Position.parse(options.cursor()).retain(digests);
        return new DocumentReader(
                selection.documents(), options.fresh() ? first(options, last) : last);
    }

    private static Position first(ReadOptions options, Position last) {
        return options.full() ? Position.START : last.newCycle();
    }

    /// Returns the notes about the documents opened last.
    List<String> notes() {
        return notes;
    }
}
