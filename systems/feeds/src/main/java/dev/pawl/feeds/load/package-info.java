/// Loading: finds documents, selects which of them to read, and reads them record by record.
///
/// Start at [FeedProvider][dev.pawl.feeds.load.FeedProvider], which creates the provider of a
/// source. [SourceDocuments][dev.pawl.feeds.load.SourceDocuments] is its input: a
/// [DocumentScan][dev.pawl.feeds.load.DocumentScan] finds documents, a `DocumentSelection` decides
/// which are read and which are skipped and why, a `DocumentReader` reads them, and a `Position` is
/// its cursor. `ItemMapper` maps records to items, also quarantined ones.
///
/// Must stay true: the content of a file decides what it is, never its name; a document that was
/// read to its end is not read again, except in a full cycle.
@NullMarked
package dev.pawl.feeds.load;

import org.jspecify.annotations.NullMarked;
