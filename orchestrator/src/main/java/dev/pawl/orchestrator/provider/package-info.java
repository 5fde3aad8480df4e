/// What a provider of data is: a source, a mapping and a place for the result.
///
/// Start at [Provider][dev.pawl.orchestrator.provider.Provider]. Its
/// [Source][dev.pawl.orchestrator.provider.Source] is opened at a cursor and gives
/// [Portion][dev.pawl.orchestrator.provider.Portion]s of records, its
/// [Mapping][dev.pawl.orchestrator.provider.Mapping] makes an
/// [Entry][dev.pawl.orchestrator.provider.Entry] of each, and its
/// [Sink][dev.pawl.orchestrator.provider.Sink] writes a
/// [Batch][dev.pawl.orchestrator.provider.Batch] of them.
///
/// How it moves: a source is read by one thread at a time, records are mapped by as many as there
/// are permits, and batches are written in their order, each in one transaction with the cursor
/// that follows it. So after a crash nothing is missing and nothing is there twice.
///
/// Must stay true: only a source touches the world outside; a mapping is pure; a sink writes to its
/// transaction and does nothing else.
@NullMarked
package dev.pawl.orchestrator.provider;

import org.jspecify.annotations.NullMarked;
