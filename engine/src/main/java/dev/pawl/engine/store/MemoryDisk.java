package dev.pawl.engine.store;

import static java.util.Comparator.comparing;

import dev.pawl.engine.store.Commit.Change;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a [MemoryStore] keeps, apart from the store, so that a test can let the store die and open
/// the next one over the same contents.
public final class MemoryDisk {
    // All of this is guarded by the monitor of this object, which the store takes for every call.
    final NavigableMap<RunId, Run> runs = new TreeMap<>();
    final NavigableMap<RunId, Run> live = new TreeMap<>();
    final NavigableMap<Long, Logged> log = new TreeMap<>();
    final NavigableMap<Long, Mail> mail = new TreeMap<>();
    final NavigableMap<Item, Item> items =
            new TreeMap<>(comparing(Item::kind).thenComparing(Item::name));
    long lastId;
    @Nullable MemoryStore owner;

    // What nodes that share the disk know of each other: who has which seat, whose runs in flight
    // were changed by another one, and who delivers which mail.
    final NavigableMap<Long, Member> members = new TreeMap<>();
    final Map<Long, Integer> seats = new HashMap<>();
    final Set<RunId> called = new HashSet<>();
    final Map<Long, Long> senders = new HashMap<>();
    final List<MemoryCluster> nodes = new ArrayList<>();
    long epochs;
    long settings;
    private final @Nullable Supplier<Instant> clock;

    private final Map<RunId, List<HistoryEntry>> histories = new HashMap<>();
    private long lastPosition;

    MemoryDisk() {
        this(null);
    }

    private MemoryDisk(@Nullable Supplier<Instant> clock) {
        this.clock = clock;
    }

    /// Makes an empty disk that several stores may share, with the clock that leases go by.
    public static MemoryDisk shared(Supplier<Instant> clock) {
        return new MemoryDisk(clock);
    }

    boolean isShared() {
        return clock != null;
    }

    Instant now() {
        if (clock == null) throw new IllegalStateException("a disk that nobody shares has no time");
        return clock.get();
    }

    List<HistoryEntry> history(RunId id) {
        return histories.getOrDefault(id, List.of());
    }

    /// Throws if the commit cannot follow what is stored: then the caller has a bug.
    void check(Commit commit) {
        List<String> faults = new ArrayList<>();
        Map<RunId, Run> changed = new HashMap<>();
        for (Change change : commit.changes()) {
            Run run = change.run();
            Run before = changed.getOrDefault(run.id(), runs.get(run.id()));
            faults.addAll(RunRules.faults(before, run, change.entries()));
            changed.put(run.id(), run);
        }
        Set<Long> there = new HashSet<>(mail.keySet());
        for (Mail sent : commit.sent()) {
            if (!there.add(sent.id())) faults.add("expected new mail, found it there: " + sent);
        }
        for (Mail taken : commit.taken()) {
            if (!there.remove(taken.id()))
                faults.add("expected mail to take, found none: " + taken);
        }
        if (!faults.isEmpty()) throw new IllegalStateException(String.join("\n", faults));
    }

    /// Writes a commit that was checked; this cannot fail half way.
    void apply(Commit commit) {
        commit.changes().forEach(this::apply);
        for (Mail sent : commit.sent()) {
            mail.put(sent.id(), sent);
            lastId = Math.max(lastId, sent.id());
        }
        commit.taken().forEach(taken -> mail.remove(taken.id()));
        for (Item item : commit.items()) {
            items.remove(item);
            if (item.body() != null) items.put(item, item);
        }
    }

    private void apply(Change change) {
        Run run = change.run();
        runs.put(run.id(), run);
        if (run.status().isEnd()) live.remove(run.id());
        else live.put(run.id(), run);
        histories.computeIfAbsent(run.id(), _ -> new ArrayList<>()).addAll(change.entries());
        for (HistoryEntry entry : change.entries()) {
            lastPosition++;
            log.put(lastPosition, new Logged(lastPosition, run.id(), run.machine(), entry));
        }
        lastId = Math.max(lastId, run.id().value());
    }

    void delete(Run run) {
        runs.remove(run.id());
        histories.remove(run.id());
        log.values().removeIf(logged -> logged.run().equals(run.id()));
    }

    /// Removes the oldest entries of a history and returns how many.
    long trim(RunId id, long upTo) {
        List<HistoryEntry> history = history(id);
        List<HistoryEntry> old =
                history.stream()
                        .limit(Math.max(0, history.size() - 1))
                        .filter(entry -> entry.seq() <= upTo)
                        .toList();
        if (old.size() < 2) return 0;
        HistoryEntry trimmed = old.getLast().trimmed();
        List<HistoryEntry> rest = new ArrayList<>(history.subList(old.size() - 1, history.size()));
        rest.set(0, trimmed);
        histories.put(id, rest);
        log.values().removeIf(l -> l.run().equals(id) && l.entry().seq() < trimmed.seq());
        log.replaceAll((position, l) ->
                l.run().equals(id) && l.entry().seq() == trimmed.seq()
                        ? new Logged(position, id, l.machine(), trimmed)
                        : l);
        return old.size() - 1L;
    }

    /// Returns what is wrong with the contents.
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (Run run : runs.values()) {
            faults.addAll(RunRules.faults(null, run, history(run.id())));
            if (live.containsKey(run.id()) == run.status().isEnd()) {
                faults.add("expected only runs that have not ended among the live, run " + run);
            }
        }
        StoreRules rules = new StoreRules();
        for (Run run : runs.values()) {
            rules.add(run);
            rules.addIdempotency(run);
        }
        for (Item item : items.values()) if (item.kind() == Item.Kind.PERMIT) rules.add(item);
        faults.addAll(rules.faults());
        if (!runs.keySet().equals(histories.keySet())) {
            faults.add(
                    "expected a history for each of the runs %s, found %s"
                            .formatted(runs.keySet(), histories.keySet()));
        }
        Map<RunId, List<HistoryEntry>> logged = new HashMap<>();
        for (Logged one : log.values()) {
            logged.computeIfAbsent(one.run(), _ -> new ArrayList<>()).add(one.entry());
        }
        if (!logged.equals(histories)) {
            faults.add(
                    "expected the log to hold the histories %s, found %s"
                            .formatted(histories, logged));
        }
        if (!runs.isEmpty() && runs.lastKey().value() > lastId) {
            faults.add("expected no run beyond %d, found %s".formatted(lastId, runs.lastKey()));
        }
        if (!mail.isEmpty() && mail.lastKey() > lastId) {
            faults.add("expected no mail beyond %d, found %d".formatted(lastId, mail.lastKey()));
        }
        return faults;
    }
}
