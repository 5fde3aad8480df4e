/// What users implement: a provider of data, with a source, a mapping and a sink.
///
/// Start at [Provider][dev.pawl.orchestrator.provider.Provider]. Its
/// [Source][dev.pawl.orchestrator.provider.Source] is opened at a cursor and gives
/// [RecordChunk][dev.pawl.orchestrator.provider.RecordChunk]s of records, its
/// [RecordMapping][dev.pawl.orchestrator.provider.RecordMapping] maps each to a
/// [MappedItem][dev.pawl.orchestrator.provider.MappedItem], and its
/// [Sink][dev.pawl.orchestrator.provider.Sink] writes a
/// [Batch][dev.pawl.orchestrator.provider.Batch] of them. What was written is read through a
/// [TableQuery][dev.pawl.orchestrator.provider.TableQuery].
///
/// How it moves: one thread at a time reads the source, as many threads as there are permits map
/// records, and batches are written in order, each in one transaction with the cursor that follows
/// it. So after a crash nothing is missing and nothing is written twice.
///
/// Must stay true: only a source talks to the outside; a mapping is pure; a sink writes to its
/// transaction and does nothing else.
@NullMarked
package dev.pawl.orchestrator.provider;

import org.jspecify.annotations.NullMarked;
