package dev.pawl.engine;

import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.Why.Cause;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Data;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Links;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What people may ask of, and do to, a store on which no engine is open, or one that nodes share.
///
/// Orders are decided by the stored definitions with the engine's own rules, and are durable when a
/// method returns. Nothing is executed or counted: where the engine would begin an attempt, the run
/// is left to be due at once, so that the next engine begins it.
public final class Offline {
    private final Kernel kernel;
    private final Parts parts;
    private final Schedules schedules;
    private final List<Explaining> systems;

    private Offline(Store store, List<Explaining> systems) {
        this.kernel = new Kernel(new RealHost(), store, List.of());
        Registry registry = new Registry(List.of(), Stored.all(store));
        Cells cells = new Cells();
        Timers timers = new Timers(kernel);
        Queues queues = new Queues(kernel);
        Permits permits =
                kernel.node.isShared()
                        ? new SharedPermits(kernel, timers, cells)
                        : new LocalPermits(kernel, timers, cells);
        Pools pools = new Pools(kernel, permits);
        this.parts =
                new Parts(
                        kernel,
                        registry,
                        cells,
                        timers,
                        queues,
                        pools,
                        new Awaiting(kernel, cells));
        this.schedules = new Schedules(kernel, registry);
        this.systems = systems;
    }

    /// Looks at a store, which stays its owner's to close; for orders it must be writable. Throws
    /// [Refused] if a move into it is not finished. Systems tell what they know of their runs.
    public static Offline on(Store store, Explaining... systems) {
        Stored.requireWhole(store);
        Offline offline = new Offline(store, List.of(systems));
        offline.parts.pools().open(List.of());
        offline.parts.queues().open(List.of());
        offline.schedules.open(List.of());
        return offline;
    }

    public Queues queues() {
        return parts.queues();
    }

    public Pools pools() {
        return parts.pools();
    }

    public Schedules schedules() {
        return schedules;
    }

    /// Returns why a run does not move: first of all, nobody moves it, unless nodes do.
    public Why why(RunId id) {
        Run run = run(id);
        Why found = new Explain(parts, systems).why(run);
        if (run.status().isEnd() || isAttended()) return found;
        List<Cause> causes = new ArrayList<>();
        boolean cut = run.status() == RunStatus.RUNNING;
        String nobody = kernel.node.isShared() ? "no node is live" : "no engine is open";
        String words = cut ? nobody + ", and its attempt was cut off" : nobody;
        causes.add(new Cause(Cause.Kind.NO_ENGINE, words, null));
        for (Cause cause : found.causes()) {
            boolean engines =
                    cause.kind() == Cause.Kind.MISSING_DEFINITION
                            || cause.kind() == Cause.Kind.EXECUTING;
            if (!engines) causes.add(cause);
        }
        return new Why(id, run.status(), run.state(), causes, null, false);
    }

    private boolean isAttended() {
        return kernel.node.isShared() && kernel.node.cluster().oldest().isPresent();
    }

    /// Does something to a run; throws [Refused] if the run cannot obey.
    public Run order(RunId id, Command command, By by) {
        return apply(adopted(run(id)), ordered(command, by)).run();
    }

    /// Returns exactly what a command would do to every run that matches, and does nothing.
    public List<Plan> preview(Filter filter, Command command) {
        By nobody = new By(HistoryEntry.ENGINE, "preview");
        return all(filter, run -> decide(run, ordered(command, nobody)));
    }

    /// Does something to every run that matches and can obey, and returns what became of each.
    public List<Plan> orderAll(Filter filter, Command command, By by) {
        return all(filter, run -> apply(adopted(run), ordered(command, by)));
    }

    /// Starts a copy of a run in one of its machine's states, with its data so far and, if given,
    /// another request; the run itself stays as it is.
    public RunId fork(RunId id, String state, @Nullable Payload request, By by) {
        Run source = run(id);
        Definition definition = definition(source);
        Forks.Given given = new Forks.Given(request, null, null);
        given.check();
        Forks.Copy copy = new Forks.Copy(kernel.ids.nextRun(), state, given, by);
        Decision decision = kernel.node.owned(null, Forks.fork(definition, source, copy, moment()));
        kernel.commitNow(Commit.of(decision.change()));
        return copy.id();
    }

    /// Starts a run of a machine whose definition is stored; the next engine begins it. A live run
    /// of the same key may be attached to, or is a reason to refuse: the other ways to meet one
    /// need an engine.
    public RunId start(Submission asked) {
        Definition definition =
                parts.registry()
                        .definition(asked.machine())
                        .orElseThrow(() -> unknown(asked.machine()));
        Starts.check("request of " + asked.machine(), asked.request());
        if (asked.lane() != null) parts.queues().board(asked.lane().queue());
        Optional<RunId> existing = existing(asked, definition.policies().uniqueness());
        if (existing.isPresent()) return existing.get();
        Origin origin =
                new Origin(
                        definition.ref(),
                        asked.key(),
                        asked.request(),
                        Links.NONE,
                        asked.lane(),
                        asked.idempotency(),
                        Map.of(),
                        asked.key() != null
                                && Starts.isExclusive(definition.policies().uniqueness()));
        Start.Times now = new Start.Times(Duration.ZERO, null);
        Launch launch = new Launch(kernel.ids.nextRun(), definition, origin, now);
        Decision decision = kernel.node.owned(null, Decide.start(launch, moment()));
        try {
            kernel.commitNow(Commit.of(decision.change()).under(guards(asked, definition)));
            return launch.id();
        } catch (StoreException e) {
            // A node took the key in between: now there is a run to be found.
            if (e.kind() == StoreException.Kind.REFUTED) return start(asked);
            throw e;
        }
    }

    private Optional<RunId> existing(Submission asked, Uniqueness policy) {
        if (asked.idempotency() != null) {
            Optional<Run> same = kernel.store.startedWith(asked.machine(), asked.idempotency());
            if (same.isPresent()) return same.map(Run::id);
        }
        if (asked.key() == null) return Optional.empty();
        Optional<Run> live = kernel.store.live(asked.machine(), asked.key());
        if (live.isEmpty() || policy == Uniqueness.ALLOW) return Optional.empty();
        if (policy == Uniqueness.ATTACH) return live.map(Run::id);
        throw new Refused.AlreadyRunning(asked.machine(), asked.key(), live.get().id());
    }

    private List<Guard> guards(Submission asked, Definition definition) {
        boolean free = definition.policies().uniqueness() == Uniqueness.ALLOW;
        if (asked.key() == null || free || !kernel.node.isShared()) return List.of();
        return List.of(new Guard.Newest(asked.machine(), asked.key(), null));
    }

    private List<Plan> all(Filter filter, Deciding deciding) {
        List<Plan> plans = new ArrayList<>();
        for (Run run : Operators.matching(kernel.store, filter)) {
            try {
                plans.add(Plan.of(run, deciding.decide(run)));
            } catch (Refused e) {
                plans.add(Plan.refused(run, String.valueOf(e.getMessage())));
            }
        }
        return plans;
    }

    /// Returns the run under the definition that is stored now, which may have come after it; where
    /// nodes share the store they see to that.
    private Run adopted(Run run) {
        if (kernel.node.isShared()) return run;
        Definition definition = definition(run);
        boolean strange = !run.origin().machine().equals(definition.ref());
        boolean takes = !run.status().isEnd() && run.status() != RunStatus.PARKED;
        return strange && takes ? apply(run, new Input.Adopted()).run() : run;
    }

    /// Lets something happen to a run; if a node has changed it meanwhile, to what it is then.
    private Decision apply(Run present, Input input) {
        Run run = present;
        while (true) {
            Decision decision = decide(run, input);
            if (!decision.changes()) return decision;
            try {
                kernel.commitNow(
                        new Commit(
                                List.of(decision.change()),
                                decision.sent(),
                                decision.taken(),
                                Effects.endedLease(run, decision.run()),
                                List.of()));
                return decision;
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.STALE) throw e;
                run = run(run.id());
            }
        }
    }

    private Decision decide(Run run, Input input) {
        Definition definition = definition(run);
        Moment moment = moment();
        Decision decision = Decide.decide(definition, run, input, moment);
        Data data = decision.run().data();
        boolean ends = decision.run().status().isEnd() && !run.status().isEnd();
        boolean related = data.family().followed() || data.family().live() > 0;
        if (ends && related) {
            List<RunId> children = ids(Filter.ALL.parent(run.id()).live());
            List<RunId> followers = ids(Filter.ALL.following(run.id()).live());
            Moment informed = moment.withRelatives(children, followers);
            decision = Decide.decide(definition, run, input, informed);
        }
        return kernel.node.owned(run, decision);
    }

    private List<RunId> ids(Filter filter) {
        List<RunId> ids = new ArrayList<>();
        Page page = Page.oldest(Page.LIMIT_MAX);
        while (true) {
            List<Run> runs = kernel.store.runs(filter, page);
            for (Run run : runs) ids.add(run.id());
            if (runs.size() < page.limit()) return ids;
            page = page.after(runs.getLast().id());
        }
    }

    private Run run(RunId id) {
        return kernel.store.run(id).orElseThrow(() -> new Refused.UnknownRun(id.toString()));
    }

    private Definition definition(Run run) {
        return parts.registry()
                .definition(run, !kernel.node.isShared())
                .orElseThrow(() -> unknown(run.machine()));
    }

    private Refused unknown(String machine) {
        List<String> known = new ArrayList<>();
        parts.registry().definitions().forEach(definition -> known.add(definition.name()));
        return new Refused.UnknownMachine(machine, String.join(", ", known));
    }

    private Moment moment() {
        return Moment.of(kernel.now(), kernel.host.random().nextDouble(), kernel.ids::next)
                .unattended();
    }

    private static Input.Ordered ordered(Command command, By by) {
        return new Input.Ordered(command, by.actor(), by.reason());
    }

    /// What a command does to a run, or would do.
    @FunctionalInterface
    private interface Deciding {
        Decision decide(Run run);
    }
}
