/// Runs, history entries and times in the form in which both stores keep them.
///
/// Start at [RunFormat], a run as bytes, and [EntryFormat], history entries as JSON. [ByteSink] and
/// [ByteSource] write and read the primitive encodings, a [ByteSpan] is a part of an array, and
/// [InboxDelta] stores the change of a large inbox. [HistoryHash] chains the chunks of a history;
/// [NanoTimes], [StatusCodes] and [Keys] are values of columns.
///
/// Must stay true: a released format can be read forever; a new one has a new version and a
/// migration, so that older versions refuse the store.
@NullMarked
package dev.pawl.store.format;

import org.jspecify.annotations.NullMarked;
