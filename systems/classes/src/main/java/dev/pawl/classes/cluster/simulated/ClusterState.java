package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.WatchListener;
import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The server's objects behind one lock, the open watches, and the task that plays the cluster's
/// own controllers. That task exists only while there is something to do.
final class ClusterState {
    /// So that no batch of the controllers holds the lock for long.
    private static final int BATCH_MAX = 64;

    private final Host host;
    private final SimulatedCluster.Settings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private final RandomGenerator random;
    private final ObjectStore store;
    private final ObjectWrites writes;
    private final Workloads workloads;
    private final Autoscalers autoscalers;
    private final ServedKinds kinds = new ServedKinds();
    private final Agenda agenda = new Agenda();
    private final List<WatchStream> watches = new ArrayList<>();
    private final Set<WatchStream> woken = new LinkedHashSet<>();
    private final Signal signal = new Signal();
    private Instant now;
    private Faults faults = Faults.none();
    private boolean isDown;
    private boolean isClosed;

    /// When the controllers' task continues, or null if there is none.
    private @Nullable Instant sleepsUntil;

    ClusterState(Host host, SimulatedCluster.Settings settings) {
        this.host = host;
        this.settings = settings;
        this.now = host.now();
        this.random = new SplittableRandom(settings.seed());
        this.store = new ObjectStore(settings.eventsMax(), this::noticed);
        this.writes = new ObjectWrites(store, kinds, random);
        this.workloads = new Workloads(store, writes, random, settings.startMax());
        this.autoscalers = new Autoscalers(store, writes);
    }

    /// Calls `work` alone, then wakes watches and controllers.
    <T extends @Nullable Object> T locked(Function<ClusterState, T> work) {
        Instant time = host.now();
        List<WatchStream> wake;
        boolean starts;
        boolean interrupts;
        T result;
        lock.lock();
        try {
            now = time;
            result = work.apply(this);
        } finally {
            wake = List.copyOf(woken);
            woken.clear();
            Instant next = isClosed ? null : agenda.next();
            starts = next != null && sleepsUntil == null;
            interrupts = next != null && sleepsUntil != null && next.isBefore(sleepsUntil);
            if (starts || interrupts) sleepsUntil = next;
            lock.unlock();
        }
        wake.forEach(WatchStream::wake);
        if (starts) host.start("cluster", this::runControllers);
        else if (interrupts) host.raise(signal);
        return result;
    }

    Instant now() {
        return now;
    }

    ObjectStore store() {
        return store;
    }

    ObjectWrites writes() {
        return writes;
    }

    ServedKinds kinds() {
        return kinds;
    }

    RandomGenerator random() {
        return random;
    }

    Faults faults() {
        return faults;
    }

    void faults(Faults worse) {
        faults = worse;
    }

    /// Starts to report to a watch, first what it missed.
    void open(WatchStream stream, ResourceKind kind, String resourceVersion) {
        kinds.rules(kind);
        for (StoreEvent event : store.since(kind, resourceVersion)) report(event, stream);
        watches.removeIf(WatchStream::isOver);
        watches.add(stream);
    }

    void requireUp() {
        if (isDown || isClosed) {
            throw new ClusterException.Unavailable("the simulated API server is down", null);
        }
    }

    /// Stops to answer, and ends all watches; or answers again.
    void down(boolean down) {
        isDown = down;
        if (down) endWatches(new ClusterException.Unavailable("the API server went down", null));
    }

    void close() {
        isClosed = true;
        agenda.clear();
        endWatches(new ClusterException.Unavailable("the simulated cluster is closed", null));
    }

    void endWatches(ClusterException reason) {
        watches.forEach(watch -> {
            watch.end(reason);
            woken.add(watch);
        });
        watches.clear();
    }

    void inject(ObjectRef workload, Breakage breakage) {
        switch (breakage) {
            case DELETE -> writes.delete(workload, Preconditions.none(), now);
            case CONFLICT -> ForeignEdit.of(workload, this);
            case CRASH_LOOP, IMAGE_PULL, UNSCHEDULABLE -> {
                workloads.inject(workload, breakage);
                agenda.add(workload, now);
            }
        }
    }

    void heal(ObjectRef workload) {
        workloads.heal(workload);
        agenda.add(workload, now);
    }

    private void noticed(StoreEvent event) {
        for (WatchStream watch : watches) {
            if (watch.watches(event.ref().kind())) report(event, watch);
        }
        Instant soon = now.plus(settings.reaction());
        ObjectRef ref = event.ref();
        String uid = event.after().uid();
        if (event.isDeletion()) {
            store.dependents(uid).forEach(dependent -> agenda.add(dependent, soon));
            if (ref.kind().equals(ResourceKind.POD)) workloads.forget(uid);
        }
        if (Workloads.owns(ref.kind()) || ref.kind().equals(ResourceKind.AUTOSCALER)) {
            agenda.add(ref, soon);
            ObjectRef autoscaler = autoscalers.of(ref);
            if (autoscaler != null) agenda.add(autoscaler, soon);
        }
        for (String owner : ObjectStore.ownerUids(event.after())) {
            ObjectRef found = store.withUid(owner);
            if (found == null) agenda.add(ref, soon);
            else if (Workloads.owns(found.kind())) agenda.add(found, soon);
        }
    }

    private void report(StoreEvent event, WatchStream watch) {
        WatchListener.Type type = event.typeFor(watch.selection());
        if (type == null) return;
        int times = 1;
        if (happens(faults.lostEvents())) times = 0;
        else if (happens(faults.duplicateEvents())) times = 2;
        Duration delay = upTo(faults.eventDelayMax());
        for (int i = 0; i < times; i++) watch.add(type, event.after(), delay);
        woken.add(watch);
    }

    boolean happens(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    Duration upTo(Duration max) {
        return max.isZero() ? max : Duration.ofNanos(random.nextLong(max.toNanos() + 1));
    }

    private void runControllers() {
        while (true) {
            Instant next = locked(ClusterState::controlBatch);
            if (next == null) return;
            try {
                // Also if it is due now: clients get their turn between two batches.
                host.await(signal, next);
            } catch (InterruptedException _) {
                // Only close ends this task.
                host.clearInterrupt();
            }
        }
    }

    /// Returns when to continue, or null if there is nothing to wait for.
    private @Nullable Instant controlBatch() {
        for (int i = 0; i < BATCH_MAX && !isClosed; i++) {
            ObjectRef due = agenda.poll(now);
            if (due == null) break;
            control(due);
        }
        sleepsUntil = isClosed ? null : agenda.next();
        return sleepsUntil;
    }

    private void control(ObjectRef ref) {
        if (isGarbage(ref)) {
            writes.delete(ref, Preconditions.none(), now);
        } else if (Workloads.owns(ref.kind())) {
            Instant next = workloads.reconcile(ref, now);
            if (next != null) agenda.add(ref, next);
        } else if (ref.kind().equals(ResourceKind.AUTOSCALER)) {
            autoscalers.reconcile(ref);
        }
    }

    private boolean isGarbage(ObjectRef ref) {
        StoredObject found = store.find(ref);
        if (found == null || found.manifest().isBeingDeleted()) return false;
        List<String> owners = ObjectStore.ownerUids(found.manifest());
        return !owners.isEmpty() && owners.stream().allMatch(uid -> store.withUid(uid) == null);
    }
}
