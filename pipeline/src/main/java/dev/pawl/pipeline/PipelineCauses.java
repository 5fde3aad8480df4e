package dev.pawl.pipeline;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Why.Cause;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.JsonCodec;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.page.PartitionWork;
import dev.pawl.pipeline.run.RunContext;
import dev.pawl.pipeline.table.PartitionRow;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.pipeline.table.WorkerTable;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why a run or a partition does not move, as causes for `why`: the page and last error of a
/// partition, the open and failed partitions of a run, and since when it is stalled.
final class PipelineCauses implements CauseProvider {
    @Override
    public List<Cause> causes(Run run, Store store) {
        if (run.status().isEnd()) return List.of();
        if (run.machine().equals(PartitionState.MACHINE)) return ofPartition(run, store);
        if (run.machine().equals(RunState.MACHINE)) return ofRun(run, store);
        return List.of();
    }

    private static List<Cause> ofPartition(Run run, Store store) {
        PartitionWork work = JsonCodec.JSON.decode(run.origin().request(), PartitionWork.class);
        return PartitionRow.find(store::query, work.run(), work.partition().id())
                .filter(row -> row.status().equals(WorkerTable.RUNNING))
                .map(row -> List.of(ofPartition(run, work, row)))
                .orElse(List.of());
    }

    private static Cause ofPartition(Run run, PartitionWork work, PartitionRow row) {
        String place =
                "%s is at offset %d, about %d expected"
                        .formatted(
                                work.partition().id(),
                                row.nextOffset(),
                                work.partition().estimate());
        String error = row.error();
        boolean backsOff = run.status() == RunStatus.BACKING_OFF;
        return new Cause(
                backsOff ? Cause.Kind.BACK_OFF : Cause.Kind.EXECUTING,
                error == null ? place : place + "; last error: " + error,
                null);
    }

    private static List<Cause> ofRun(Run run, Store store) {
        @Nullable Payload payload = run.data().context();
        if (payload == null) return List.of();
        RunContext context = JsonCodec.JSON.decode(payload, RunContext.class);
        return RunRow.find(store::query, context.run())
                .map(row -> ofRun(run, row, PartitionRow.all(store::query, context.run())))
                .orElse(List.of());
    }

    private static List<Cause> ofRun(Run run, RunRow row, List<PartitionRow> partitions) {
        List<Cause> causes = new ArrayList<>();
        Instant stalled = row.notes().stalledSince();
        if (stalled != null) {
            causes.add(new Cause(Cause.Kind.CHILDREN, "nothing has moved since " + stalled, null));
        }
        if (run.state().equals(RunState.ConsolidationSkipped.name())) {
            for (PartitionRow each : partitions) {
                if (each.isFailed()) {
                    causes.add(
                            new Cause(
                                    Cause.Kind.EVENT,
                                    "%s failed at offset %d: %s; retry, force or give up"
                                            .formatted(
                                                    each.partition().id(),
                                                    each.nextOffset(),
                                                    each.error()),
                                    null));
                }
            }
        } else if (row.workers().open() > 0) {
            causes.add(
                    new Cause(
                            Cause.Kind.CHILDREN,
                            "%d of %d partitions have completed, %d have failed"
                                    .formatted(
                                            row.workers().completed(),
                                            row.workers().expected(),
                                            row.workers().failed()),
                            null));
        }
        return causes;
    }
}
