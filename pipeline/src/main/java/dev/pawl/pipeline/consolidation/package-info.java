/// Consolidators: one run of the engine each, one batch per commit.
///
/// Start at [ConsolidationMachine][dev.pawl.pipeline.consolidation.ConsolidationMachine].
///
/// Must stay true: rows are mapped outside of a transaction; a batch, its counts and the claim of
/// the next batch are one commit; a consolidator that ends early releases its claim.
@NullMarked
package dev.pawl.pipeline.consolidation;

import org.jspecify.annotations.NullMarked;
