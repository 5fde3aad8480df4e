/// The items of the database, each with a permanent name, and the links between them.
///
/// Start at [FeedItem][dev.pawl.feeds.item.FeedItem]. A [Urn][dev.pawl.feeds.item.Urn] names it, an
/// [ItemLink][dev.pawl.feeds.item.ItemLink] leads from it to another, which may be missing.
///
/// Must stay true: these are values; nothing here reads or writes.
@NullMarked
package dev.pawl.feeds.item;

import org.jspecify.annotations.NullMarked;
