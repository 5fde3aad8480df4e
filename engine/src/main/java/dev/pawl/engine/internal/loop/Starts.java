package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Launch;
import dev.pawl.engine.internal.decision.PayloadSize;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.KeyLocks;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.limits.QueueScheduler;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Links;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Prepares starts: checks them, and finds out whether the run exists already.
public final class Starts {
    private static final String TRACE = "traceparent";

    private final Kernel kernel;
    private final Registry registry;
    private final QueueScheduler queues;
    private final KeyLocks stripes;
    private final Map<String, MachineRef> refs = new HashMap<>();

    public Starts(Kernel kernel, Registry registry, QueueScheduler queues) {
        this.kernel = kernel;
        this.registry = registry;
        this.queues = queues;
        this.stripes = new KeyLocks(kernel.host);
        for (Machine<?, ?> machine : registry.machines()) refs.put(machine.name(), machine.ref());
    }

    /// Locks everything that makes these starts unique.
    public KeyLocks.Held hold(List<Start<?>> starts) {
        List<String> names = new ArrayList<>();
        for (Start<?> start : starts) {
            String machine = start.machine().name();
            String key = start.identity().key();
            if (key != null) names.add(machine + "\0k" + key);
            String idempotency = start.identity().idempotency();
            if (idempotency != null) names.add(machine + "\0i" + idempotency);
        }
        return names.isEmpty() ? () -> {} : stripes.take(names);
    }

    /// Returns the start as a launch, or the existing run; its locks must be held.
    public <I> Resolved resolve(Start<I> start) {
        return resolve(start, new StartBatch());
    }

    /// Returns the result of a start after those before it in the same commit, which count as if
    /// they were stored already.
    private <I> Resolved resolve(Start<I> start, StartBatch before) {
        Machine<?, ?> machine = registry.machine(start.machine().name());
        QueuePlace place = start.queuePlace();
        if (place != null) queues.state(place.queue());
        TextSize.checkKey("a key", start.identity().key());
        TextSize.checkKey("an idempotency key", start.identity().idempotency());
        TextSize.checkLabels(start.labels());
        Payload request = start.machine().codec().encode(start.request());
        PayloadSize.check("request", machine.name(), request);
        Store store = kernel.store;
        String idempotency = start.identity().idempotency();
        if (idempotency != null) {
            Optional<RunId> same =
                    before.startedWith(machine.name(), idempotency)
                            .or(() -> store.startedWith(machine.name(), idempotency).map(Run::id));
            if (same.isPresent()) return new Resolved.Existing(same.get());
        }
        String key = start.identity().key();
        Optional<RunId> stored =
                key == null ? Optional.empty() : store.live(machine.name(), key).map(Run::id);
        Optional<RunId> sibling = before.live(machine.name(), key);
        Optional<RunId> live = sibling.or(() -> stored);
        Links links = start.links();
        if (live.isPresent()) {
            RunId existing = live.get();
            kernel.ids.exceed(existing);
            switch (start.identity().uniqueness()) {
                case REJECT -> {
                    String taken = String.valueOf(key);
                    if (sibling.isPresent()) throw new Refused.StartedTwice(machine.name(), taken);
                    throw new Refused.AlreadyRunning(machine.name(), taken, existing);
                }
                case ATTACH -> {
                    return new Resolved.Existing(existing);
                }
                case REPLACE, QUEUE_BEHIND -> links = links.withBehind(existing);
                case ALLOW -> {}
            }
        }
        Launch launch = launch(start, request, links);
        before.add(launch);
        return new Resolved.Fresh(launch, replaced(start, live), guards(start, stored));
    }

    /// Returns what must still hold when the run is created. In one engine the locks of its keys
    /// ensure that, and without guards the commit can be shared with messages that wait.
    private List<Guard> guards(Start<?> start, Optional<RunId> stored) {
        String key = start.identity().key();
        if (key == null || !kernel.node.isShared()) return List.of();
        if (start.identity().uniqueness() == Uniqueness.ALLOW) return List.of();
        RunId newest = stored.orElse(null);
        return List.of(new Guard.Newest(start.machine().name(), key, newest));
    }

    /// Prepares starts whose runs are created by a decision about another run; their locks are held
    /// until closed.
    public Ready ready(List<Start<?>> all) {
        if (all.isEmpty()) return Ready.NOTHING;
        OutcomeSize size = OutcomeSize.ofStarts(all.size());
        KeyLocks.Held held = hold(all);
        try {
            List<Resolved.Fresh> fresh = new ArrayList<>();
            StartBatch batch = new StartBatch();
            for (Start<?> start : all) {
                if (resolve(start, batch) instanceof Resolved.Fresh one) {
                    size.add(one.launch().origin().request());
                    fresh.add(one);
                }
            }
            return new Ready(fresh, held);
        } catch (RuntimeException | Error e) {
            held.close();
            throw e;
        }
    }

    /// Prepares what follows a run that completes: this calls user code.
    public Ready following(Run run) {
        List<Start<?>> next = new ArrayList<>();
        for (Start<?> start : registry.machine(run.machine()).followers(run.data().response())) {
            next.add(followerOf(run, start));
        }
        return ready(next);
    }

    private static @Nullable RunId replaced(Start<?> start, Optional<RunId> live) {
        boolean replaces = start.identity().uniqueness() == Uniqueness.REPLACE;
        return replaces ? live.orElse(null) : null;
    }

    private Launch launch(Start<?> start, Payload request, Links links) {
        new Ancestry(kernel.store, registry).requireNoCircle(links);
        String name = start.machine().name();
        MachineRef ref = refs.get(name);
        if (ref == null) throw new IllegalStateException("no reference for machine " + name);
        Origin origin =
                new Origin(
                        ref,
                        start.identity().key(),
                        request,
                        links,
                        start.queuePlace(),
                        start.identity().idempotency(),
                        start.labels(),
                        isExclusive(start));
        var definition = registry.machine(name).definition();
        return new Launch(kernel.ids.nextRun(), definition, origin, start.times());
    }

    /// Returns whether a run comes into being only if no live one has its key.
    private static boolean isExclusive(Start<?> start) {
        if (start.identity().key() == null) return false;
        return switch (start.identity().uniqueness()) {
            case REJECT, ATTACH -> true;
            case REPLACE, QUEUE_BEHIND, ALLOW -> false;
        };
    }

    /// Returns a start that an outcome of `run` asked for, as its child.
    public static <I> Start<I> childOf(Run run, Start<I> start) {
        return traced(run, start.parent(run.id()));
    }

    /// Returns a start that an outcome of `run` asked for, independent of it.
    public static <I> Start<I> causedBy(Run run, Start<I> start) {
        return traced(run, start.cause(run.id()));
    }

    /// Returns a start that the completion of `run` brings.
    private static <I> Start<I> followerOf(Run run, Start<I> start) {
        RunId parent = run.parent();
        Start<I> caused = start.cause(run.id());
        return traced(run, parent == null ? caused : caused.parent(parent));
    }

    private static <I> Start<I> traced(Run run, Start<I> start) {
        String trace = run.origin().labels().get(TRACE);
        if (trace == null || start.labels().containsKey(TRACE)) return start;
        return start.label(TRACE, trace);
    }

    /// Starts whose locks are held until closed.
    public record Ready(List<Resolved.Fresh> fresh, KeyLocks.Held held) implements AutoCloseable {
        public static final Ready NOTHING = new Ready(List.of(), () -> {});

        public List<Launch> launches() {
            if (fresh.isEmpty()) return List.of();
            return fresh.stream().map(Resolved.Fresh::launch).toList();
        }

        public List<Guard> guards() {
            if (fresh.isEmpty()) return List.of();
            return fresh.stream().flatMap(one -> one.guards().stream()).toList();
        }

        @Override
        public void close() {
            held.close();
        }
    }

    /// The result of a start.
    public sealed interface Resolved {
        /// There is a run already.
        record Existing(RunId run) implements Resolved {}

        /// A new run, which may take the place of another.
        record Fresh(Launch launch, @Nullable RunId replaces, List<Guard> guards)
                implements Resolved {}
    }
}
