package dev.pawl.engine.internal.limits;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.kernel.FailedNames;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRuns;
import dev.pawl.engine.internal.kernel.RunInputs;
import dev.pawl.engine.internal.kernel.RunLock;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Keeps the queues of an engine, and admits runs as their limits allow.
///
/// Order and membership are in the store, with the runs; settings and rates are documents. One task
/// admits, queue by queue.
public final class QueueScheduler {
    private final Kernel kernel;
    private final LiveRuns liveRuns;
    private final ConcurrentSkipListMap<String, QueueState> states = new ConcurrentSkipListMap<>();
    private final Set<String> dirty = new ConcurrentSkipListSet<>();
    private final Signal changed = new Signal();
    private final DeclaredLimits<QueueSettings> declarations;
    // Held while settings change: what is stored and what is in memory must agree.
    private final RunLock changing = new RunLock();
    // Of the admitting task alone: when time lets a queue with a rate admit a run, and the queues
    // that could not be looked at.
    private Instant nextRate = Instant.MAX;
    private final FailedNames failed = new FailedNames();

    public QueueScheduler(Kernel kernel, LiveRuns liveRuns) {
        this.kernel = kernel;
        this.liveRuns = liveRuns;
        this.declarations = new DeclaredLimits<>(kernel, "queue", QueueSettings.class);
    }

    /// Declares a queue or changes its settings, durably.
    public void set(QueueSettings settings) {
        changing.exclusively(kernel.host, () -> set(settings, List.of()));
    }

    private void set(QueueSettings settings, List<Guard> guards) {
        kernel.requireOpen();
        kernel.commitNow(Commit.of(EngineDocuments.document(settings)).under(guards));
        QueueState state =
                states.computeIfAbsent(
                        settings.name(), name -> new QueueState(settings, RateWindow.EMPTY));
        state.settings(settings);
        touch(settings.name());
    }

    /// Changes a part of a queue's settings; what another node has changed meanwhile stays.
    public void change(String name, UnaryOperator<QueueSettings> change) {
        changeLatest(() -> {
            QueueSettings present = settings(name);
            change(EngineDocuments.document(present), change.apply(present));
        });
    }

    /// The same for a queue that is created without limits first if there is none.
    public void changeOrCreate(String name, UnaryOperator<QueueSettings> change) {
        changeLatest(() -> {
            QueueState present = states.get(name);
            if (present == null) {
                NamedDocument none = new NamedDocument(NamedDocument.Kind.QUEUE, name, null);
                change(none, change.apply(QueueSettings.unlimited(name)));
            } else {
                QueueSettings settings = present.settings();
                change(EngineDocuments.document(settings), change.apply(settings));
            }
        });
    }

    private void change(NamedDocument before, QueueSettings after) {
        if (!after.name().equals(before.name())) {
            throw new IllegalArgumentException(
                    "expected changed settings of queue '%s', found those of queue '%s'"
                            .formatted(before.name(), after.name()));
        }
        set(after, List.of(new Guard.Same(before)));
    }

    private void changeLatest(Runnable change) {
        while (true) {
            try {
                changing.exclusively(kernel.host, change);
                return;
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.GUARD_FAILED) throw e;
                reload();
            }
        }
    }

    /// Returns the settings of all queues, by name.
    public List<QueueSettings> all() {
        return states.values().stream().map(QueueState::settings).toList();
    }

    /// Returns the settings of a queue.
    public QueueSettings settings(String name) {
        return state(name).settings();
    }

    /// Returns the settings that code declares for a queue, if other limits are in force.
    public Optional<QueueSettings> overridden(String name) {
        QueueSettings stored = settings(name);
        return declarations.find(name).filter(declared -> !declared.hasLimitsOf(stored));
    }

    /// Loads settings, rates and holders, before a run is admitted.
    public void open(List<QueueSettings> declared) {
        Map<String, RateWindow> rates = new HashMap<>();
        for (NamedDocument document : kernel.store.documents(NamedDocument.Kind.RATE)) {
            rates.put(document.name(), EngineDocuments.decode(document, RateWindow.class));
        }
        for (NamedDocument document : kernel.store.documents(NamedDocument.Kind.QUEUE)) {
            QueueSettings settings = EngineDocuments.decode(document, QueueSettings.class);
            RateWindow rate = rates.getOrDefault(document.name(), RateWindow.EMPTY);
            states.put(document.name(), new QueueState(settings, rate));
        }
        for (QueueSettings settings : declared) {
            // What an operator changed while it ran outlives a restart; code only adds queues.
            if (!states.containsKey(settings.name())) set(settings);
            declarations.keep(settings.name(), settings);
            QueueSettings stored = settings(settings.name());
            if (!settings.hasLimitsOf(stored)) {
                kernel.publish(
                        new EngineEvent.LimitsOverridden(
                                "queue", settings.name(), settings.limits(), stored.limits()));
            }
        }
        if (!kernel.node.isShared()) states.keySet().forEach(this::loadHolders);
    }

    public void start(RunInputs inputs) {
        Admission admission = new Admission(kernel, liveRuns, this, inputs);
        states.keySet().forEach(this::touch);
        kernel.loop("queues", () -> turn(admission));
    }

    /// Takes over settings that another node may have changed.
    public void reload() {
        changing.exclusively(kernel.host, this::load);
    }

    private void load() {
        for (NamedDocument document : kernel.store.documents(NamedDocument.Kind.QUEUE)) {
            QueueSettings settings = EngineDocuments.decode(document, QueueSettings.class);
            states.computeIfAbsent(document.name(), _ -> new QueueState(settings, RateWindow.EMPTY))
                    .settings(settings);
            touch(document.name());
        }
    }

    /// Returns a queue as it is now: who holds a slot, and its rate.
    public QueueState look(String name) {
        return view(name, true).state();
    }

    /// Returns a queue as it is now, for an admission.
    View view(String name) {
        return view(name, false);
    }

    private View view(String name, boolean isComplete) {
        if (!kernel.node.isShared()) return new View(state(name), kernel.store::queued, List.of());
        QueueSettings settings = settings(name);
        NamedDocument ledger = ledger(name);
        boolean holders = isComplete || settings.isBounded();
        return new View(
                stored(settings, ledger, holders),
                (queue, except, limit) ->
                        kernel.node.cluster().queued(queue, kernel.node.claim(), except, limit),
                List.of(
                        new Guard.Same(ledger),
                        new Guard.Same(EngineDocuments.document(settings))));
    }

    private QueueState stored(QueueSettings settings, NamedDocument ledger, boolean holders) {
        RateWindow rate =
                ledger.body() == null
                        ? RateWindow.EMPTY
                        : EngineDocuments.decode(ledger, RateWindow.class);
        QueueState state = new QueueState(settings, rate);
        if (!holders) return state;
        Instant now = kernel.now();
        for (Queued run : kernel.node.cluster().holders(settings.name())) state.held(run, now);
        return state;
    }

    private NamedDocument ledger(String queue) {
        return kernel.store
                .document(NamedDocument.Kind.RATE, queue)
                .orElse(new NamedDocument(NamedDocument.Kind.RATE, queue, null));
    }

    public void close() {
        kernel.host.raise(changed);
    }

    private void loadHolders(String queue) {
        Filter holding =
                Filter.ALL
                        .queue(queue)
                        .status(RunStatus.RUNNING, RunStatus.BACKING_OFF, RunStatus.ACQUIRING);
        Page page = Page.oldest(1_000);
        while (true) {
            List<Run> runs = kernel.store.runs(holding, page);
            for (Run run : runs) state(queue).held(queued(run), run.timing().since());
            if (runs.size() < page.limit()) return;
            page = page.after(runs.getLast().id());
        }
    }

    /// Takes note of what a change of a run means for its queue.
    public void changed(@Nullable Run before, Run after) {
        QueuePlace place = after.origin().queuePlace();
        if (place == null) return;
        QueueState state = states.get(place.queue());
        if (state == null) return;
        RunStatus was = before == null ? null : before.status();
        boolean waits = after.status() == RunStatus.QUEUED;
        boolean holds = after.status().holdsSlot();
        boolean held = was != null && was.holdsSlot();
        if (waits == (was == RunStatus.QUEUED) && holds == held) return;
        if (!kernel.node.isShared()) {
            state.changed(queued(after), was, after.status(), kernel.now());
        }
        touch(place.queue());
    }

    /// Gives back the slot of a run that was picked and could not be admitted.
    public void unpicked(String queue, RunId run) {
        state(queue).released(run, kernel.now());
        touch(queue);
    }

    public QueueState state(String name) {
        QueueState state = states.get(name);
        if (state == null) {
            throw new Refused.UnknownQueue(name, String.join(", ", states.keySet()));
        }
        return state;
    }

    /// Lets a queue be looked at soon.
    public void touch(String queue) {
        dirty.add(queue);
        kernel.host.raise(changed);
    }

    private void turn(Admission admission) {
        try {
            Instant again = failed.next();
            Instant until = again.isBefore(nextRate) ? again : nextRate;
            if (!kernel.host.await(changed, until)) dirty.addAll(states.keySet());
        } catch (InterruptedException _) {
            // This task is never interrupted; looking once more does no harm.
        }
        nextRate = Instant.MAX;
        // They are looked at again, or the runs in them would wait until something else changes.
        dirty.addAll(failed.removeDue(kernel.now()));
        for (String queue : states.keySet()) {
            if (kernel.isBroken()) return;
            if (failed.contains(queue)) continue;
            // A queue that waits for its rate is looked at on every turn: its time is not kept.
            if (!dirty.remove(queue) && state(queue).settings().rateCount() == 0) continue;
            try {
                Instant at = admission.admit(queue);
                if (at != null && at.isBefore(nextRate)) nextRate = at;
            } catch (Throwable e) {
                if (!Kernel.isTransient(e)) kernel.failed("queue " + queue, e);
                failed.add(queue, kernel.now());
            }
        }
    }

    public static Queued queued(Run run) {
        QueuePlace place = run.origin().queuePlace();
        return new Queued(run.id(), place == null ? 0 : place.priority(), run.key());
    }

    /// A queue as it is now, and what must still hold when runs are admitted to it.
    ///
    /// The hard idea: no node knows what the others are about to admit. So each admission changes a
    /// document of the queue, and is made only if that, and the queue's settings, are as they were
    /// before the node looked at who holds a slot. Slots that are given back in between only leave
    /// more room. What a node that is alone has in memory cannot be refuted, and needs no guards.
    record View(QueueState state, WaitingRuns waiting, List<Guard> guards) {

        /// Returns whether an admission changes the queue's document.
        boolean isRecorded() {
            return !guards.isEmpty() || state.settings().rateCount() > 0;
        }

        /// Returns what becomes durable with the runs that were picked.
        CommitExtras extras() {
            var rate = JsonCodec.JSON.encode(state.rate().turned());
            String queue = state.settings().name();
            return CommitExtras.documents(
                    List.of(new NamedDocument(NamedDocument.Kind.RATE, queue, rate)), guards);
        }
    }

    /// Returns the runs that wait for a slot of a queue and that this node may execute.
    interface WaitingRuns {
        List<Queued> of(String queue, Set<String> except, int limit);
    }
}
