/// The base: what was loaded, as tables in the engine's store, and the questions that it answers.
///
/// Start at [Knowledge][dev.pawl.feeds.base.Knowledge] to ask, and at
/// [ItemSink][dev.pawl.feeds.base.ItemSink] to see how items come in.
///
/// Must stay true: an item is one row for ever, also when it is gone; it is written only if its
/// content is another; and every row is written in the transaction of the batch that it came in.
@NullMarked
package dev.pawl.feeds.base;

import org.jspecify.annotations.NullMarked;
