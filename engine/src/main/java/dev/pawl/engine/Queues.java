package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Lane;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The queues of an engine: declares and changes them, and admits runs as their limits allow.
///
/// Order and membership are in the store, with the runs; settings and rates are items of it. One
/// task admits, queue by queue.
public final class Queues {
    private final Kernel kernel;
    private final ConcurrentSkipListMap<String, QueueBoard> boards = new ConcurrentSkipListMap<>();
    private final Set<String> dirty = new ConcurrentSkipListSet<>();
    private final Signal changed = new Signal();
    private final Declared<QueueSettings> declarations;
    // Of the admitting task alone: when time lets a queue with a rate admit somebody.
    private Instant nextRate = Instant.MAX;

    Queues(Kernel kernel) {
        this.kernel = kernel;
        this.declarations = new Declared<>(kernel, "queue", QueueSettings.class);
    }

    /// Declares a queue or changes its settings, durably, while its runs go on.
    public void set(QueueSettings settings) {
        set(settings, List.of());
    }

    private void set(QueueSettings settings, List<Guard> guards) {
        kernel.requireOpen();
        kernel.commitNow(Commit.of(item(settings)).under(guards));
        QueueBoard board =
                boards.computeIfAbsent(
                        settings.name(), name -> new QueueBoard(settings, RateWindow.EMPTY));
        board.settings(settings);
        touch(settings.name());
    }

    /// Lets a queue admit nobody, or somebody again.
    public void pause(String name, boolean on) {
        change(name, settings -> settings.paused(on));
    }

    /// Changes how many runs of a queue execute at once; those beyond a smaller limit go on.
    public void resize(String name, int concurrency) {
        change(name, settings -> settings.concurrency(concurrency));
    }

    /// Changes a part of a queue's settings; what another node has changed meanwhile stays.
    private void change(String name, UnaryOperator<QueueSettings> change) {
        while (true) {
            QueueSettings present = settings(name);
            Guard same = new Guard.Same(item(present));
            try {
                set(change.apply(present), kernel.node.isShared() ? List.of(same) : List.of());
                return;
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.REFUTED) throw e;
                reload();
            }
        }
    }

    /// Returns the settings of all queues, by name.
    public List<QueueSettings> all() {
        return boards.values().stream().map(QueueBoard::settings).toList();
    }

    /// Returns the settings of a queue.
    public QueueSettings settings(String name) {
        return board(name).settings();
    }

    /// Returns the settings that code declares for a queue, if other limits are in force: those
    /// that were set while it ran outlive a restart.
    public Optional<QueueSettings> overridden(String name) {
        QueueSettings stored = settings(name);
        return declarations.find(name).filter(declared -> !declared.hasLimitsOf(stored));
    }

    /// Returns how many runs hold a slot of a queue now.
    public int held(String name) {
        return look(name).held();
    }

    /// Returns how many runs wait for a slot of a queue now.
    public long waiting(String name) {
        return kernel.store.count(Filter.ALL.queue(name).status(RunStatus.QUEUED));
    }

    /// Loads settings, rates and holders, before anybody is admitted.
    void open(List<QueueSettings> declared) {
        Map<String, RateWindow> rates = new HashMap<>();
        for (Item item : kernel.store.items(Item.Kind.RATE)) {
            rates.put(item.name(), decode(item, RateWindow.class));
        }
        for (Item item : kernel.store.items(Item.Kind.QUEUE)) {
            QueueSettings settings = decode(item, QueueSettings.class);
            RateWindow rate = rates.getOrDefault(item.name(), RateWindow.EMPTY);
            boards.put(item.name(), new QueueBoard(settings, rate));
        }
        for (QueueSettings settings : declared) {
            // What an operator changed while it ran outlives a restart; code only adds queues.
            if (!boards.containsKey(settings.name())) set(settings);
            declarations.keep(settings.name(), settings);
            QueueSettings stored = settings(settings.name());
            if (!settings.hasLimitsOf(stored)) {
                kernel.tell(
                        new Happening.LimitsOverridden(
                                "queue", settings.name(), settings.limits(), stored.limits()));
            }
        }
        if (!kernel.node.isShared()) boards.keySet().forEach(this::loadHolders);
    }

    void start(Door door) {
        boards.keySet().forEach(this::touch);
        kernel.loop("queues", () -> turn(door));
    }

    /// Takes over settings that another node may have changed.
    void reload() {
        for (Item item : kernel.store.items(Item.Kind.QUEUE)) {
            QueueSettings settings = decode(item, QueueSettings.class);
            boards.computeIfAbsent(item.name(), _ -> new QueueBoard(settings, RateWindow.EMPTY))
                    .settings(settings);
            touch(item.name());
        }
    }

    /// Returns a queue as it is now: who holds a slot, and its rate.
    QueueBoard look(String name) {
        QueueBoard board = board(name);
        return kernel.node.isShared() ? SharedDoor.look(kernel, board.settings()) : board;
    }

    void close() {
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
            for (Run run : runs) board(queue).held(queued(run), run.timing().since());
            if (runs.size() < page.limit()) return;
            page = page.after(runs.getLast().id());
        }
    }

    /// Takes note of what a change of a run means for its queue.
    void changed(@Nullable Run before, Run after) {
        Lane lane = after.origin().lane();
        if (lane == null) return;
        QueueBoard board = boards.get(lane.queue());
        if (board == null) return;
        boolean waits = after.status() == RunStatus.QUEUED;
        boolean waited = before != null && before.status() == RunStatus.QUEUED;
        boolean held = before != null && before.status().holdsSlot();
        boolean holds = after.status().holdsSlot();
        if (!kernel.node.isShared()) noteOn(board, before, after);
        if (waits != waited || held != holds) touch(lane.queue());
    }

    private void noteOn(QueueBoard board, @Nullable Run before, Run after) {
        boolean waits = after.status() == RunStatus.QUEUED;
        boolean waited = before != null && before.status() == RunStatus.QUEUED;
        boolean held = before != null && before.status().holdsSlot();
        boolean holds = after.status().holdsSlot();
        // One decision may lead out of the queue and into it again, through a wait.
        if (held && !holds) board.released(after.id(), kernel.now());
        if (waits && !waited) board.enqueued(queued(after));
        if (waited && !waits) board.left(queued(after));
        if (!waits && !after.status().holdsSlot()) board.released(after.id(), kernel.now());
        if (holds && !held) board.held(queued(after), kernel.now());
    }

    /// Gives back the slot of a run that was picked and could not be admitted.
    void unpicked(String queue, RunId run) {
        board(queue).released(run, kernel.now());
        touch(queue);
    }

    QueueBoard board(String name) {
        QueueBoard board = boards.get(name);
        if (board == null) {
            throw new Refused.UnknownQueue(name, String.join(", ", boards.keySet()));
        }
        return board;
    }

    /// Lets a queue be looked at soon.
    void touch(String queue) {
        dirty.add(queue);
        kernel.host.raise(changed);
    }

    private void turn(Door door) {
        try {
            if (!kernel.host.await(changed, nextRate)) dirty.addAll(boards.keySet());
        } catch (InterruptedException _) {
            // Nobody interrupts this task; looking once more does no harm.
        }
        nextRate = Instant.MAX;
        Set<String> failed = new HashSet<>();
        for (String queue : boards.keySet()) {
            if (kernel.isBroken()) return;
            // A queue that waits for its rate is looked at on every turn: its time is not kept.
            if (!dirty.remove(queue) && board(queue).settings().rateCount() == 0) continue;
            try {
                Instant at = door.admit(queue);
                if (at != null && at.isBefore(nextRate)) nextRate = at;
            } catch (Throwable e) {
                if (!Kernel.isPassing(e)) kernel.failed("queue " + queue, e);
                failed.add(queue);
            }
        }
        // They are looked at again, or the runs in them would wait until something else changes.
        kernel.retryLater(failed, this::touch);
    }

    /// Admits whom the limits allow; returns when time alone will allow more.
    @Nullable Instant admit(String queue, Admitter admitter) {
        QueueBoard board = board(queue);
        while (!kernel.isClosing() && !kernel.isBroken()) {
            switch (board.pick(kernel.now())) {
                case QueueBoard.Pick.Nobody(var at) -> {
                    return at;
                }
                case QueueBoard.Pick.Look(var except) -> {
                    int limit = QueueBoard.WINDOW;
                    List<Queued> waiting = kernel.store.queued(queue, except, limit);
                    board.refilled(waiting, except, waiting.size() < limit);
                }
                case QueueBoard.Pick.Next(var run) -> admitter.admit(run, queue);
            }
        }
        return null;
    }

    /// Lets an admission become durable together with the rate of its queue: one after the other,
    /// or an earlier rate could be written over a later one.
    void record(String queue, Consumer<List<Item>> admission) {
        QueueBoard board = board(queue);
        if (board.settings().rateCount() == 0) {
            admission.accept(List.of());
            return;
        }
        board.recording.take(kernel.host);
        try {
            var rate = JsonCodec.JSON.encode(board.rate());
            admission.accept(List.of(new Item(Item.Kind.RATE, queue, rate)));
        } finally {
            board.recording.give(kernel.host);
        }
    }

    static Item item(QueueSettings settings) {
        return new Item(Item.Kind.QUEUE, settings.name(), JsonCodec.JSON.encode(settings));
    }

    static Queued queued(Run run) {
        Lane lane = run.origin().lane();
        return new Queued(run.id(), lane == null ? 0 : lane.priority(), run.key());
    }

    static <T> T decode(Item item, Class<T> type) {
        if (item.body() == null) throw new IllegalStateException("an item without a body: " + item);
        return JsonCodec.JSON.decode(item.body(), type);
    }

    /// Admits whom the limits of a queue allow; returns when time alone will allow more.
    @FunctionalInterface
    interface Door {
        @Nullable Instant admit(String queue);
    }

    /// Brings a picked run to its body.
    @FunctionalInterface
    interface Admitter {
        void admit(Queued run, String queue);
    }
}
