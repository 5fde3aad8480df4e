package dev.pawl.engine.control;

import dev.pawl.engine.Command;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Explaining;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Offline;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Stored;
import dev.pawl.engine.Submission;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Tally;
import dev.pawl.machine.Definition;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Control of a store on which no engine is open, or that nodes share; used by one thread.
///
/// The store is open for reading between calls, and is closed for an order, which takes it for this
/// process as long as it lasts.
final class OfflineControl implements Control {
    private final Supplier<Store> reading;
    private final Supplier<Store> writing;
    private final Explaining[] systems;
    private @Nullable Store open;

    OfflineControl(Supplier<Store> reading, Supplier<Store> writing, Explaining... systems) {
        this.reading = reading;
        this.writing = writing;
        this.systems = systems.clone();
    }

    @Override
    public Liveness liveness() {
        return store().cluster()
                .flatMap(Cluster::oldest)
                .map(node -> new Liveness(true, 0, node.joined()))
                .orElse(Liveness.NONE);
    }

    @Override
    public List<Run> runs(Filter filter, Page page) {
        return Views.brief(store().runs(filter, page));
    }

    @Override
    public long count(Filter filter) {
        return store().count(filter);
    }

    @Override
    public List<Tally> tally() {
        return store().tally();
    }

    @Override
    public Run run(RunId id) {
        return store().run(id).orElseThrow(() -> Refused.unknownRun(id));
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        run(id);
        return store().history(id, after, limit);
    }

    @Override
    public Why why(RunId id) {
        return Offline.on(store(), systems).why(id);
    }

    @Override
    public Run order(RunId id, Command command, By by) {
        return write(offline -> offline.order(id, command, by));
    }

    @Override
    public List<Plan> preview(Filter filter, Command command) {
        return Offline.on(store()).preview(filter, command);
    }

    @Override
    public List<Plan> orderAll(Filter filter, Command command, By by) {
        return write(offline -> offline.orderAll(filter, command, by));
    }

    @Override
    public RunId start(Submission asked) {
        return write(offline -> offline.start(asked));
    }

    @Override
    public RunId fork(RunId id, String state, @Nullable Payload request, By by) {
        return write(offline -> offline.fork(id, state, request, by));
    }

    @Override
    public List<Definition> definitions() {
        return Views.sorted(Stored.definitions(store()).values());
    }

    @Override
    public List<QueueView> queues() {
        return Views.of(Offline.on(store()).queues());
    }

    @Override
    public void setQueue(QueueSettings settings) {
        change(offline -> offline.queues().set(settings));
    }

    @Override
    public void pauseQueue(String name, boolean on) {
        change(offline -> offline.queues().pause(name, on));
    }

    @Override
    public void resizeQueue(String name, int concurrency) {
        change(offline -> offline.queues().resize(name, concurrency));
    }

    @Override
    public List<PoolView> pools() {
        return Views.of(Offline.on(store()).pools());
    }

    @Override
    public Lease releasePermits(String pool, String holder) {
        return write(offline -> offline.pools().release(pool, holder));
    }

    @Override
    public List<Schedule> schedules() {
        return Offline.on(store()).schedules().all();
    }

    @Override
    public void pauseSchedule(String name, boolean on) {
        change(offline -> offline.schedules().pause(name, on));
    }

    @Override
    public List<CrashReport> reports() {
        return Stored.reports(store());
    }

    @Override
    public List<String> verify() {
        return store().verify();
    }

    @Override
    public void close() {
        Store present = open;
        open = null;
        if (present != null) present.close();
    }

    private Store store() {
        Store present = open;
        if (present == null) {
            present = reading.get();
            open = present;
        }
        return present;
    }

    private void change(Consumer<Offline> change) {
        boolean done =
                write(offline -> {
                    change.accept(offline);
                    return true;
                });
        assert done;
    }

    private <T> T write(Function<Offline, T> order) {
        close();
        try (Store store = writing.get()) {
            return order.apply(Offline.on(store));
        }
    }
}
