package dev.pawl.engine.control;

import dev.pawl.engine.Command;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Stored;
import dev.pawl.engine.Submission;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Tally;
import dev.pawl.machine.Definition;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Control of the engine that is open in this process.
final class LiveControl implements Control {
    private final Engine engine;
    private final Store store;
    private final Instant since = Instant.now();

    LiveControl(Engine engine, Store store) {
        this.engine = engine;
        this.store = store;
    }

    @Override
    public Liveness liveness() {
        return new Liveness(true, ProcessHandle.current().pid(), since);
    }

    @Override
    public List<Run> runs(Filter filter, Page page) {
        return Views.brief(engine.runs(filter, page));
    }

    @Override
    public long count(Filter filter) {
        return engine.count(filter);
    }

    @Override
    public List<Tally> tally() {
        return engine.tally();
    }

    @Override
    public Run run(RunId id) {
        return engine.run(id);
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        engine.run(id);
        return engine.history(id, after, limit);
    }

    @Override
    public Why why(RunId id) {
        return engine.why(id);
    }

    @Override
    public Run order(RunId id, Command command, By by) {
        return engine.operators().order(id, command, by);
    }

    @Override
    public List<Plan> preview(Filter filter, Command command) {
        return engine.operators().preview(filter, command);
    }

    @Override
    public List<Plan> orderAll(Filter filter, Command command, By by) {
        return engine.operators().orderAll(filter, command, by);
    }

    @Override
    public RunId start(Submission asked) {
        return engine.start(asked);
    }

    @Override
    public RunId fork(RunId id, String state, @Nullable Payload request, By by) {
        return engine.operators().fork(id, state, request, by);
    }

    @Override
    public List<Definition> definitions() {
        return Views.sorted(engine.definitions());
    }

    @Override
    public List<QueueView> queues() {
        return Views.of(engine.queues());
    }

    @Override
    public void setQueue(QueueSettings settings) {
        engine.queues().set(settings);
    }

    @Override
    public void pauseQueue(String name, boolean on) {
        engine.queues().pause(name, on);
    }

    @Override
    public void resizeQueue(String name, int concurrency) {
        engine.queues().resize(name, concurrency);
    }

    @Override
    public List<PoolView> pools() {
        return Views.of(engine.pools());
    }

    @Override
    public Lease releasePermits(String pool, String holder) {
        return engine.pools().release(pool, holder);
    }

    @Override
    public List<Schedule> schedules() {
        return engine.schedules().all();
    }

    @Override
    public void pauseSchedule(String name, boolean on) {
        engine.schedules().pause(name, on);
    }

    @Override
    public List<CrashReport> reports() {
        return Stored.reports(store);
    }

    @Override
    public List<String> verify() {
        return engine.verify();
    }

    @Override
    public void close() {}
}
