/// A supplier's stock as a feed of the pipeline.
///
/// Start at [DiamondFeed][dev.pawl.diamonds.feed.DiamondFeed]: `SupplierReader` makes the requests,
/// and the tables are those of package `canonical`.
///
/// Must stay true: every request goes through the pipeline's `FeedCalls`; rows are written only in
/// the transaction that the pipeline gives; stones are mapped outside of it.
@NullMarked
package dev.pawl.diamonds.feed;

import org.jspecify.annotations.NullMarked;
