package dev.pawl.testkit.memory;

import static java.util.Comparator.comparing;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.StoreRules;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
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

/// The contents of a [MemoryStore], which outlive the store: a test can crash the store and open
/// another one on the same disk.
public final class MemoryDisk {
    // The monitor of this object guards all fields; the store takes it for every call.
    final NavigableMap<RunId, Run> runs = new TreeMap<>();
    final NavigableMap<RunId, Run> live = new TreeMap<>();
    final NavigableMap<Long, LoggedEntry> log = new TreeMap<>();
    final NavigableMap<Long, Message> messages = new TreeMap<>();
    final NavigableMap<NamedDocument, NamedDocument> documents =
            new TreeMap<>(comparing(NamedDocument::kind).thenComparing(NamedDocument::name));
    long lastId;
    @Nullable MemoryStore owner;

    // What nodes that share the disk know of each other: the numbers of the members, the executing
    // runs that another node has changed, and which node delivers which message.
    final NavigableMap<Long, Member> members = new TreeMap<>();
    final Map<Long, Integer> numbers = new HashMap<>();
    final Set<RunId> changedByOthers = new HashSet<>();
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

    /// Returns an empty disk that several stores can share, with the clock that measures leases.
    public static MemoryDisk shared(Supplier<Instant> clock) {
        return new MemoryDisk(clock);
    }

    boolean isShared() {
        return clock != null;
    }

    Instant now() {
        if (clock == null)
            throw new IllegalStateException(
                    "expected a shared disk, which has a clock, found one that is not shared");
        return clock.get();
    }

    List<HistoryEntry> history(RunId id) {
        return histories.getOrDefault(id, List.of());
    }

    /// Throws if the commit does not follow from the contents, which is a bug of the caller.
    void check(Commit commit) {
        List<String> faults = new ArrayList<>();
        Map<RunId, Run> changed = new HashMap<>();
        for (Change change : commit.changes()) {
            Run run = change.run();
            Run before = changed.getOrDefault(run.id(), runs.get(run.id()));
            faults.addAll(RunRules.faults(before, run, change.entries()));
            changed.put(run.id(), run);
        }
        Set<Long> there = new HashSet<>(messages.keySet());
        for (Message sent : commit.sent()) {
            if (!there.add(sent.id()))
                faults.add("expected a new message, found it there: " + sent);
        }
        for (Message taken : commit.taken()) {
            if (!there.remove(taken.id()))
                faults.add("expected a message to take, found none: " + taken);
        }
        if (!faults.isEmpty()) throw new IllegalStateException(String.join("\n", faults));
    }

    /// Writes a checked commit; this cannot fail halfway.
    void apply(Commit commit) {
        commit.changes().forEach(this::apply);
        for (Message sent : commit.sent()) {
            messages.put(sent.id(), sent);
            lastId = Math.max(lastId, sent.id());
        }
        commit.taken().forEach(taken -> messages.remove(taken.id()));
        for (NamedDocument document : commit.documents()) {
            documents.remove(document);
            if (document.body() != null) documents.put(document, document);
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
            log.put(lastPosition, new LoggedEntry(lastPosition, run.id(), run.machine(), entry));
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
                        ? new LoggedEntry(position, id, l.machine(), trimmed)
                        : l);
        return old.size() - 1L;
    }

    /// Returns the faults of the contents.
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
        for (NamedDocument document : documents.values())
            if (document.kind() == NamedDocument.Kind.PERMIT) rules.add(document);
        faults.addAll(rules.faults());
        if (!runs.keySet().equals(histories.keySet())) {
            faults.add(
                    "expected a history for each of the runs %s, found %s"
                            .formatted(runs.keySet(), histories.keySet()));
        }
        Map<RunId, List<HistoryEntry>> logged = new HashMap<>();
        for (LoggedEntry one : log.values()) {
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
        if (!messages.isEmpty() && messages.lastKey() > lastId) {
            faults.add(
                    "expected no message beyond %d, found %d"
                            .formatted(lastId, messages.lastKey()));
        }
        return faults;
    }
}
