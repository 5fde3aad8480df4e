/// What the base holds: items, each with a name for ever, and the links between them.
///
/// Start at [Item][dev.pawl.feeds.item.Item]. A [Urn][dev.pawl.feeds.item.Urn] names it, a
/// [Link][dev.pawl.feeds.item.Link] leads from it to another, which need not be there.
///
/// Must stay true: these are values; nothing here reads, writes or asks.
@NullMarked
package dev.pawl.feeds.item;

import org.jspecify.annotations.NullMarked;
