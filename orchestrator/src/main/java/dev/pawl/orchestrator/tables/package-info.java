/// The tables of an orchestration: their schema, and how a provider's rows are read and written.
///
/// Start at `OrchestratorSchema`. `ProviderRow` is what a provider's work needs to know of its row;
/// `ProviderTables` records a batch in the transaction that writes it; `PermitRow` is how many
/// permits a provider holds. Both read through
/// [TableQuery][dev.pawl.orchestrator.provider.TableQuery], inside a transaction or outside.
///
/// How it moves: a batch starts the cycle if necessary, records outcomes, quarantined records and
/// checkpoints, and moves the cursor; the last transaction of a cycle closes it.
///
/// Must stay true: a batch, its cursor, its outcomes and its counters commit together; a migration
/// that was released does not change.
@NullMarked
package dev.pawl.orchestrator.tables;

import org.jspecify.annotations.NullMarked;
