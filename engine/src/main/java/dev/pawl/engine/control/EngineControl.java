package dev.pawl.engine.control;

import dev.pawl.engine.Engine;
import dev.pawl.engine.PoolSettings;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.control.ControlRequest.Change;
import dev.pawl.engine.control.ControlRequest.Query;
import dev.pawl.machine.Definition;
import dev.pawl.run.Data;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/// Executes requests on an engine in this process, which may be unattended: the one place that says
/// what each request does.
record EngineControl(Engine engine, Supplier<Liveness> liveness) implements Control {

    @Override
    // Each result was checked against its request when it was created.
    @SuppressWarnings("unchecked")
    public <R> R execute(ControlRequest<R> request) {
        Result result =
                switch (request) {
                    case Query<R> query -> query(query);
                    case Change<R> change -> change(change);
                };
        return (R) result.value();
    }

    private Result query(Query<?> query) {
        return switch (query) {
            case ControlRequest.GetLiveness q -> Result.of(q, liveness.get());
            case ControlRequest.ListRuns q ->
                    Result.of(q, brief(engine.runs(q.filter(), q.page())));
            case ControlRequest.CountRuns q -> Result.of(q, engine.count(q.filter()));
            case ControlRequest.TallyRuns q -> Result.of(q, engine.tally());
            case ControlRequest.GetRun q -> Result.of(q, engine.run(q.id()));
            case ControlRequest.ListHistory q -> Result.of(q, history(q));
            case ControlRequest.GetWhy q -> Result.of(q, engine.why(q.id()));
            case ControlRequest.PreviewCommand q ->
                    Result.of(q, engine.operators().preview(q.filter(), q.command()));
            case ControlRequest.ListDefinitions q -> Result.of(q, definitions());
            case ControlRequest.ListQueues q ->
                    Result.of(q, engine.queues().all().stream().map(this::view).toList());
            case ControlRequest.ListPools q ->
                    Result.of(q, engine.pools().all().stream().map(this::view).toList());
            case ControlRequest.ListSchedules q -> Result.of(q, engine.schedules().all());
            case ControlRequest.ListReports q -> Result.of(q, engine.reports());
            case ControlRequest.VerifyStore q -> Result.of(q, engine.verify());
        };
    }

    private Result change(Change<?> change) {
        return switch (change) {
            case ControlRequest.CommandRun c ->
                    Result.of(c, engine.operators().order(c.id(), c.command(), c.by()));
            case ControlRequest.CommandRuns c ->
                    Result.of(c, engine.operators().orderAll(c.filter(), c.command(), c.by()));
            case ControlRequest.StartRun c -> Result.of(c, engine.start(c.submission()));
            case ControlRequest.ForkRun c ->
                    Result.of(c, engine.operators().fork(c.id(), c.state(), c.request(), c.by()));
            case ControlRequest.SetQueue c -> {
                engine.queues().set(c.settings());
                yield Result.of(c, queue(c.settings().name()));
            }
            case ControlRequest.ChangeQueue c -> {
                engine.queues().change(c.name(), c::changed);
                yield Result.of(c, queue(c.name()));
            }
            case ControlRequest.PauseQueue c -> {
                engine.queues().pause(c.name(), c.on());
                yield Result.of(c, queue(c.name()));
            }
            case ControlRequest.ResizeQueue c -> {
                engine.queues().resize(c.name(), c.concurrency());
                yield Result.of(c, queue(c.name()));
            }
            case ControlRequest.ReleasePermits c ->
                    Result.of(c, engine.pools().release(c.pool(), c.holder()));
            case ControlRequest.PauseSchedule c -> {
                engine.schedules().pause(c.name(), c.on());
                yield Result.of(c, engine.schedules().schedule(c.name()));
            }
        };
    }

    @Override
    public void close() {}

    private List<HistoryEntry> history(ControlRequest.ListHistory query) {
        Run known = engine.run(query.id());
        return engine.history(known.id(), query.after(), query.limit());
    }

    private List<Definition> definitions() {
        return engine.definitions().stream()
                .sorted(Comparator.comparing(Definition::name))
                .toList();
    }

    private static List<Run> brief(List<Run> runs) {
        return runs.stream()
                .map(run ->
                        run.with(run.origin().withRequest(Payload.empty()))
                                .with(Data.NONE.withFamily(run.data().family())))
                .toList();
    }

    private QueueView queue(String name) {
        return view(engine.queues().settings(name));
    }

    private QueueView view(QueueSettings queue) {
        String name = queue.name();
        return new QueueView(
                queue,
                engine.queues().held(name),
                engine.queues().waiting(name),
                engine.queues().overridden(name).orElse(null));
    }

    private PoolView view(PoolSettings pool) {
        return new PoolView(
                pool,
                engine.pools().leases(pool.name()),
                engine.pools().overridden(pool.name()).orElse(null));
    }

    /// A result whose type the compiler has compared with that of its request.
    private record Result(Object value) {
        static <R> Result of(ControlRequest<R> request, R value) {
            assert request != null;
            return new Result(value);
        }
    }
}
