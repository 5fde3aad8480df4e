package dev.pawl.engine.control;

import dev.pawl.engine.Pools;
import dev.pawl.engine.Queues;
import dev.pawl.machine.Definition;
import dev.pawl.run.Data;
import dev.pawl.run.Family;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Makes what tools see of the engine's values.
final class Views {
    private Views() {}

    static List<Run> brief(List<Run> runs) {
        return runs.stream().map(Views::brief).toList();
    }

    private static Run brief(Run run) {
        Origin origin = run.origin();
        Family family = run.data().family();
        return run.with(
                        new Origin(
                                origin.machine(),
                                origin.key(),
                                Payload.empty(),
                                origin.links(),
                                origin.lane(),
                                origin.idempotency(),
                                origin.labels(),
                                origin.exclusive()))
                .with(new Data(null, null, Map.of(), List.of(), null, family));
    }

    static List<QueueView> of(Queues queues) {
        return queues.all().stream()
                .map(each ->
                        new QueueView(
                                each,
                                queues.held(each.name()),
                                queues.waiting(each.name()),
                                queues.overridden(each.name()).orElse(null)))
                .toList();
    }

    static List<PoolView> of(Pools pools) {
        return pools.all().stream()
                .map(each ->
                        new PoolView(
                                each,
                                pools.leases(each.name()),
                                pools.overridden(each.name()).orElse(null)))
                .toList();
    }

    static List<Definition> sorted(Collection<Definition> definitions) {
        return definitions.stream().sorted(Comparator.comparing(Definition::name)).toList();
    }
}
