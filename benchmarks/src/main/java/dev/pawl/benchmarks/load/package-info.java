/// Work to measure, in an engine and on yardsticks.
///
/// Start at [Load]: work that continues until it is closed and counts its durable steps. [PawlLoad]
/// executes the machine [FiveSteps] in an engine, [PeerLoad] in another engine, and [YardstickLoad]
/// on a [Yardstick]: [RawLog], [PlainTables] or [PlainPostgres], which write a [Transition] for
/// each step, grouped by the [GroupWriter]. [Speed], [Usage] and [Samples] are what is measured,
/// and [JournalSize] finds out how many bytes a step takes in the journal.
///
/// Must stay true: a step counts only when it is durable; a load that has failed is not measured.
@NullMarked
package dev.pawl.benchmarks.load;

import org.jspecify.annotations.NullMarked;
