/// The item database: tables in the store of the engine, and queries on them.
///
/// Start at [ItemQueries][dev.pawl.feeds.database.ItemQueries] to read, and at
/// [ItemSink][dev.pawl.feeds.database.ItemSink] to see how items are written.
///
/// Must stay true: an item keeps its row forever, also when it is removed; a row is written only if
/// its content changed, and in the transaction of its batch.
@NullMarked
package dev.pawl.feeds.database;

import org.jspecify.annotations.NullMarked;
