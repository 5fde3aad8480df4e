package dev.pawl.testkit.memory;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.toSet;

import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.Heartbeat;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.NodeInfo;
import dev.pawl.engine.store.NodeSlot;
import dev.pawl.engine.store.PermitWaiter;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.StoreException;
import dev.pawl.engine.store.StoreException.Kind;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One node on a shared [MemoryDisk].
final class MemoryCluster implements Cluster {
    private static final Set<NamedDocument.Kind> SETTINGS =
            Set.of(
                    NamedDocument.Kind.MACHINE,
                    NamedDocument.Kind.QUEUE,
                    NamedDocument.Kind.POOL,
                    NamedDocument.Kind.SCHEDULE,
                    NamedDocument.Kind.RETENTION);

    private final MemoryStore store;
    private final MemoryDisk disk;
    private volatile long epoch;
    private volatile @Nullable Runnable listener;

    MemoryCluster(MemoryStore store, MemoryDisk disk) {
        this.store = store;
        this.disk = disk;
    }

    long epoch() {
        return epoch;
    }

    @Override
    public NodeSlot join(NodeInfo node, Duration lease) {
        return store.locked(() -> {
            Instant now = disk.now();
            for (Member other : List.copyOf(disk.members.values())) {
                boolean same = other.isLive() && other.node().name().equals(node.name());
                if (same) put(other, Member.State.LOST);
            }
            Set<Integer> taken = new HashSet<>();
            for (Member other : disk.members.values()) {
                if (other.isLive()) taken.add(disk.numbers.get(other.epoch()));
            }
            int number = 0;
            while (taken.contains(number)) number++;
            epoch = ++disk.epochs;
            disk.numbers.put(epoch, number);
            Instant until = now.plus(lease);
            disk.members.put(epoch, new Member(epoch, node, Member.State.LIVE, now, now, until, 0));
            return new NodeSlot(epoch, number);
        });
    }

    @Override
    public Instant now() {
        return disk.now();
    }

    @Override
    public Heartbeat heartbeat(Claim claim, Duration lease) {
        return store.locked(() -> {
            Member mine = requireLease();
            Instant now = disk.now();
            disk.members.put(epoch, mine.extended(now, lease));
            Set<RunId> changed =
                    disk.changedByOthers.stream()
                            .filter(id -> isOwn(disk.runs.get(id)))
                            .collect(toSet());
            Set<String> queues = new HashSet<>();
            for (Run run : disk.live.values()) {
                QueuePlace place = run.origin().queuePlace();
                if (run.status() == RunStatus.QUEUED && place != null) queues.add(place.queue());
            }
            boolean claimable =
                    disk.live.values().stream()
                                    .anyMatch(
                                            run -> isWithoutOwner(run.owner()) && claim.covers(run))
                            || disk.senders.values().stream().anyMatch(this::isWithoutOwner);
            return new Heartbeat(
                    now,
                    List.copyOf(disk.members.values()),
                    claimable,
                    changed,
                    queues,
                    disk.settings);
        });
    }

    @Override
    public void leave() {
        store.locked(() -> {
            Member mine = disk.members.get(epoch);
            if (mine != null && mine.isLive()) put(mine, Member.State.LEFT);
            return disk;
        });
        notifyOthers();
    }

    @Override
    public Set<MachineRef> registered() {
        return store.locked(() ->
                disk.members.values().stream()
                        .filter(Member::isLive)
                        .flatMap(member -> member.node().machines().stream())
                        .collect(toSet()));
    }

    @Override
    public List<Member> members() {
        return store.locked(() -> {
            List<Member> all = new ArrayList<>();
            for (Member m : disk.members.values()) {
                long runs = disk.live.values().stream().filter(r -> r.owner() == m.epoch()).count();
                all.add(m.withRuns(runs));
            }
            return all;
        });
    }

    @Override
    public List<Run> claim(Claim claim, int limit) {
        return store.locked(() -> {
            requireLease();
            Instant now = disk.now();
            for (Member other : List.copyOf(disk.members.values())) {
                boolean over = other.isLive() && other.until().isBefore(now);
                if (over && other.epoch() != epoch) put(other, Member.State.LOST);
            }
            List<Run> claimed =
                    disk.live.values().stream()
                            .filter(run -> isClaimable(run, claim))
                            .limit(limit)
                            .toList();
            for (Run run : claimed) {
                disk.runs.put(run.id(), run.ownedBy(epoch));
                disk.live.put(run.id(), run.ownedBy(epoch));
                disk.changedByOthers.remove(run.id());
            }
            return claimed;
        });
    }

    @Override
    public List<Message> claimMessages(int limit) {
        return store.locked(() -> {
            requireLease();
            List<Message> claimed =
                    disk.messages.values().stream()
                            .filter(message ->
                                    isWithoutLease(disk.senders.getOrDefault(message.id(), 0L)))
                            .limit(limit)
                            .toList();
            claimed.forEach(message -> disk.senders.put(message.id(), epoch));
            return claimed;
        });
    }

    @Override
    public boolean holds(Message message) {
        return store.locked(() -> disk.messages.containsKey(message.id()));
    }

    @Override
    public List<Queued> holders(String queue) {
        return store.locked(() ->
                disk.live.values().stream()
                        .filter(run -> run.status().holdsSlot())
                        .flatMap(run -> MemoryStore.queued(run, queue))
                        .toList());
    }

    @Override
    public List<Queued> queued(String queue, Claim claim, Set<String> except, int limit) {
        return store.locked(() ->
                disk.live.values().stream()
                        .filter(run -> run.status() == RunStatus.QUEUED)
                        .filter(claim::covers)
                        .flatMap(run -> MemoryStore.queued(run, queue))
                        .filter(one -> !except.contains(one.key()))
                        .sorted(MemoryStore.ORDER)
                        .limit(limit)
                        .toList());
    }

    @Override
    public List<PermitWaiter> permitWaiters(
            String pool, @Nullable Claim claim, int countMax, int limit) {
        return store.locked(() ->
                disk.live.values().stream()
                        .filter(run -> claim == null || claim.covers(run))
                        .flatMap(run -> MemoryStore.waiting(run, pool, countMax))
                        .sorted(MemoryStore.PERMIT_ORDER)
                        .limit(limit)
                        .toList());
    }

    @Override
    public List<Run> runs(Set<RunId> ids) {
        return store.locked(
                () -> ids.stream().map(disk.runs::get).filter(Objects::nonNull).toList());
    }

    @Override
    public void listen(Runnable callback) {
        listener = callback;
        synchronized (disk) {
            disk.nodes.add(this);
        }
    }

    /// Throws if the store must refuse a commit of this node. Call it with the disk's monitor.
    void check(Commit commit) {
        if (epoch != 0) requireLease();
        commit.guards().forEach(guard -> require(guard, commit));
        for (Change change : commit.changes()) {
            Run run = change.run();
            Run before = disk.runs.get(run.id());
            long version = change.entries().getFirst().seq() - 1;
            boolean changed = (before == null ? 0 : before.version()) != version;
            boolean taken = before != null && before.isInFlight() && before.owner() != run.owner();
            boolean kept = before != null && before.isInFlight();
            boolean old = !kept && run.owner() != 0 && run.owner() != epoch;
            if (old && before == null) {
                throw refusal(
                        Kind.FENCED, "a run of another node, or of an earlier epoch of this node");
            }
            if (changed || taken || old) {
                throw refusal(Kind.STALE, "another node changed run " + run.id());
            }
            String once = run.origin().idempotency();
            boolean again =
                    once != null
                            && before == null
                            && disk.runs.values().stream()
                                    .anyMatch(r ->
                                            once.equals(r.origin().idempotency())
                                                    && r.machine().equals(run.machine()));
            if (again)
                throw refusal(
                        Kind.GUARD_FAILED,
                        "expected no run with the idempotency key " + once + ", found one");
        }
        for (Message message : commit.sent()) {
            if (disk.messages.containsKey(message.id())) {
                throw refusal(Kind.STALE, "another node sent message " + message.id());
            }
        }
        for (Message message : commit.taken()) {
            if (!disk.messages.containsKey(message.id())) {
                throw refusal(Kind.STALE, "another node took message " + message.id());
            }
        }
    }

    private void require(Guard guard, Commit commit) {
        boolean holds =
                switch (guard) {
                    case Guard.Same(var document) ->
                            Objects.equals(
                                    document.body(),
                                    Optional.ofNullable(disk.documents.get(document))
                                            .map(NamedDocument::body)
                                            .orElse(null));
                    case Guard.Newest(var machine, var key, var newest) ->
                            isNewest(machine, key, newest, commit);
                };
        if (!holds) throw refusal(Kind.GUARD_FAILED, "a guard no longer holds: " + guard);
    }

    private boolean isNewest(String machine, String key, @Nullable RunId expected, Commit commit) {
        Optional<RunId> newest =
                disk.live.values().stream()
                        .filter(run -> run.machine().equals(machine) && run.key().equals(key))
                        .map(Run::id)
                        .max(comparingLong(RunId::value));
        if (newest.isEmpty()) return true;
        boolean known = expected != null && newest.get().value() <= expected.value();
        boolean later =
                commit.changes().stream()
                        .filter(change -> !disk.runs.containsKey(change.run().id()))
                        .filter(change -> change.run().machine().equals(machine))
                        .filter(change -> change.run().key().equals(key))
                        .allMatch(change -> change.run().id().value() > newest.get().value());
        return known && later;
    }

    /// Records what other nodes must learn of a commit that is about to be made, and returns
    /// whether to notify them. Call it with the disk's monitor.
    boolean recordForOthers(Commit commit) {
        boolean interesting = false;
        for (Change change : commit.changes()) {
            Run run = change.run();
            Run before = disk.runs.get(run.id());
            boolean foreign =
                    before != null
                            && before.isInFlight()
                            && before.owner() != 0
                            && before.owner() != epoch;
            if (foreign) disk.changedByOthers.add(run.id());
            else disk.changedByOthers.remove(run.id());
            interesting |= foreign || (run.owner() == 0 && !run.status().isEnd());
        }
        commit.sent().forEach(message -> disk.senders.put(message.id(), epoch));
        commit.taken().forEach(message -> disk.senders.remove(message.id()));
        for (NamedDocument document : commit.documents()) {
            if (!SETTINGS.contains(document.kind())) continue;
            disk.settings++;
            interesting = true;
        }
        return interesting;
    }

    void notifyOthers() {
        List<MemoryCluster> all;
        synchronized (disk) {
            all = List.copyOf(disk.nodes);
        }
        for (MemoryCluster other : all) {
            Runnable listening = other.listener;
            if (other != this && listening != null) listening.run();
        }
    }

    void close() {
        synchronized (disk) {
            disk.nodes.remove(this);
        }
    }

    private void put(Member member, Member.State state) {
        disk.members.put(member.epoch(), member.with(state));
    }

    private Member requireLease() {
        Member mine = disk.members.get(epoch);
        if (mine == null || !mine.isLive()) {
            throw refusal(Kind.FENCED, "the lease of epoch %d is lost".formatted(epoch));
        }
        return mine;
    }

    private boolean isOwn(@Nullable Run run) {
        return run != null && run.owner() == epoch;
    }

    private boolean isClaimable(Run run, Claim claim) {
        return isWithoutLease(run.owner()) && claim.covers(run);
    }

    private boolean isWithoutLease(long owner) {
        Member member = disk.members.get(owner);
        return member == null || !member.isLive();
    }

    /// Returns whether an owner has no lease, or a lease that a claim would end.
    private boolean isWithoutOwner(long owner) {
        Member member = disk.members.get(owner);
        return isWithoutLease(owner)
                || (member != null && owner != epoch && member.until().isBefore(disk.now()));
    }

    private static StoreException refusal(Kind kind, String why) {
        return new StoreException(kind, why, null);
    }
}
