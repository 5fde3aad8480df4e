package dev.pawl.engine.internal.why;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Lease;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Why;
import dev.pawl.engine.Why.Cause.Kind;
import dev.pawl.engine.internal.decision.EndRules;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.engine.internal.limits.PoolState;
import dev.pawl.engine.internal.limits.QueueState;
import dev.pawl.engine.internal.loop.EngineContext;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Definition;
import dev.pawl.machine.State;
import dev.pawl.run.Failure;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Predecessor;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds out why a run does not move: one causal answer across everything that can hold it.
public final class WhyAnalyzer {
    private static final int POSITION_MAX = 10_000;
    private static final int NAMES_MAX = 5;

    private final EngineContext context;
    private final Kernel kernel;
    private final RunPlacement where;
    private final List<CauseProvider> systems;

    public WhyAnalyzer(EngineContext context, List<CauseProvider> systems) {
        this.context = context;
        this.kernel = context.kernel();
        this.where = new RunPlacement(kernel, context.registry());
        this.systems = List.copyOf(systems);
    }

    public Why why(Run run) {
        WhyBuilder answer = new WhyBuilder(run);
        boolean ended = run.status().isEnd();
        boolean attended = ended || where.isAttended();
        if (!ended) where.unable(run, attended).ifPresent(answer.causes::add);
        context.liveRuns().find(run.id()).flatMap(LiveRun::failing).ifPresent(answer.causes::add);
        systems.forEach(system -> ask(system, answer));
        switch (run.status()) {
            case DELAYED -> delayed(answer);
            case BLOCKED -> blocked(answer);
            case QUEUED -> queued(answer);
            case ACQUIRING -> acquiring(answer);
            case RUNNING, CLEANING -> {
                if (attended || !run.isInFlight()) executing(answer);
            }
            case BACKING_OFF -> backingOff(answer);
            case WAITING -> waiting(answer);
            case PAUSED -> paused(answer);
            case PARKED -> answer.add(Kind.PARKED, "parked: " + run.condition().reason());
            case COMPLETED, ABORTED, FAILED, EXHAUSTED, CANCELLED, EXPIRED, SKIPPED ->
                    ended(answer);
        }
        if (!ended) {
            definition(answer).flatMap(d -> UnknownEvents.of(run, d)).ifPresent(answer.causes::add);
        }
        deadline(answer);
        if (!attended) answer.at(null, false);
        return answer.why();
    }

    /// A run of a machine that has the name of the system's may be in a store without its tables.
    private void ask(CauseProvider system, WhyBuilder answer) {
        try {
            answer.causes.addAll(system.causes(answer.run, kernel.store));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
        } catch (RuntimeException | Error e) {
            kernel.requireHost();
            answer.add(
                    Kind.ENGINE_ERROR,
                    "%s could not say why it waits: %s"
                            .formatted(system.getClass().getName(), Kernel.text(e)));
        }
    }

    private void delayed(WhyBuilder answer) {
        answer.at(answer.run.timing().timer(), false);
        answer.add(Kind.DELAY, "its start is delayed until " + answer.run.timing().timer());
    }

    private void blocked(WhyBuilder answer) {
        for (Predecessor after : answer.run.origin().links().predecessors()) {
            Optional<Run> other = kernel.store.run(after.run());
            if (other.isPresent() && other.get().status().isEnd()) continue;
            String state = other.map(r -> r.status() + " in '" + r.state() + "'").orElse("unknown");
            answer.add(
                    Kind.PREDECESSOR,
                    "it starts after run %s (%s), which is %s"
                            .formatted(after.run(), after.on(), state),
                    after.run());
        }
    }

    private void queued(WhyBuilder answer) {
        QueuePlace place = answer.run.origin().queuePlace();
        if (place == null) return;
        QueueState state = context.queues().look(place.queue());
        QueueSettings settings = state.settings();
        Instant now = kernel.now();
        if (settings.paused()) {
            answer.add(Kind.QUEUE_PAUSED, "queue '%s' is paused".formatted(place.queue()));
        }
        int position = position(place.queue(), answer.run.id());
        RunId holder = state.holders().stream().sorted().findFirst().orElse(null);
        boolean full = settings.concurrency() > 0 && state.held() >= settings.concurrency();
        if (full || position > 1) {
            answer.add(Kind.QUEUE, line(position, place.queue(), state), full ? holder : null);
        }
        if (state.isKeyFull(answer.run.key())) {
            answer.add(
                    Kind.KEY,
                    "key '%s' already has its limit of %d executing runs in queue '%s'"
                            .formatted(answer.run.key(), settings.perKey(), place.queue()));
        }
        Instant rateAt = state.rateAt(now);
        if (rateAt != null) {
            answer.add(
                    Kind.RATE,
                    "queue '%s' has started its %d runs per %s; the next can start at %s"
                            .formatted(
                                    place.queue(),
                                    settings.rateCount(),
                                    settings.rateWindow(),
                                    rateAt));
        }
        estimate(answer, state, position, rateAt);
    }

    private static String line(int position, String queue, QueueState state) {
        String place = place(position);
        QueueSettings settings = state.settings();
        if (settings.concurrency() == 0) {
            return "it is %s in queue '%s', which has no limit on slots (in force: %s)"
                    .formatted(place, queue, settings.limits());
        }
        return "it is %s in queue '%s', whose %d slots are held by %d runs (%s)"
                .formatted(
                        place, queue, settings.concurrency(), state.held(), names(state.holders()));
    }

    /// Estimates from how long slots are held lately and how many runs come first.
    private void estimate(
            WhyBuilder answer, QueueState state, int position, @Nullable Instant rateAt) {
        Duration usual = state.usualHold();
        int slots = Math.max(1, state.settings().concurrency());
        if (state.settings().paused() || position == 0) return;
        if (usual != null) {
            long rounds = (position + slots - 1L) / slots;
            answer.at(kernel.now().plus(usual.multipliedBy(rounds)), true);
        } else if (rateAt != null && position == 1) {
            answer.at(rateAt, true);
        }
    }

    private static String place(int position) {
        if (position > POSITION_MAX) return "behind the first %d runs".formatted(POSITION_MAX);
        return "number " + (position == 0 ? "?" : String.valueOf(position));
    }

    /// Returns the place of a run in a queue, or 0 if it has left that.
    private int position(String queue, RunId id) {
        List<Queued> waiting = kernel.store.queued(queue, Set.of(), POSITION_MAX);
        for (int i = 0; i < waiting.size(); i++) if (waiting.get(i).run().equals(id)) return i + 1;
        return waiting.size() < POSITION_MAX ? 0 : POSITION_MAX + 1;
    }

    private void acquiring(WhyBuilder answer) {
        PermitNeed need = answer.run.condition().permits();
        if (need == null) return;
        PoolState state = context.permits().look(need.pool());
        int capacity = state.settings().capacity();
        if (need.count() > capacity) {
            answer.add(
                    Kind.PERMITS,
                    ("it needs %d permits of pool '%s', whose capacity was reduced to"
                                    + " %d; smaller requests are served first until the capacity"
                                    + " grows")
                            .formatted(need.count(), need.pool(), capacity));
            return;
        }
        List<Lease> leases = state.leases();
        String holders =
                leases.stream()
                        .map(Lease::holder)
                        .limit(NAMES_MAX)
                        .collect(Collectors.joining(", "));
        List<PoolState.Ticket> line = state.waiting();
        int place = line.size() < POSITION_MAX ? 0 : POSITION_MAX + 1;
        for (int i = 0; i < line.size(); i++) {
            if (line.get(i).holder().equals(answer.run.id().toString())) place = i + 1;
        }
        answer.add(
                Kind.PERMITS,
                ("it needs %d permits of pool '%s', which has %d of %d free (held by: %s);"
                                + " it is %s in line")
                        .formatted(
                                need.count(),
                                need.pool(),
                                Math.max(0, state.free()),
                                capacity,
                                holders,
                                place(place)),
                leases.isEmpty() ? null : leases.getFirst().run().orElse(null));
    }

    private void executing(WhyBuilder answer) {
        Run run = answer.run;
        RunEnd ending = run.condition().ending();
        RunningAttempt running =
                context.liveRuns().find(run.id()).map(live -> live.running).orElse(null);
        if (run.status() == RunStatus.CLEANING && run.timing().timer() != null) {
            answer.at(run.timing().timer(), false);
            boolean untried = run.progress().attempt() == 0;
            answer.add(
                    Kind.BACK_OFF,
                    untried
                            ? "its cleanup has not started"
                            : "its cleanup failed (%s)".formatted(error(run)));
            return;
        }
        String what = run.status() == RunStatus.CLEANING ? "its cleanup" : "its body";
        if (isIdle(answer, what, running)) return;
        String since = running == null ? "" : " since " + running.startedAt();
        String progress =
                running == null || running.progress() == null ? "" : ": " + running.progress();
        answer.add(
                Kind.EXECUTING,
                "%s executes%s%s, attempt %d%s"
                        .formatted(
                                what, where.node(run), since, run.progress().attempt(), progress));
        if (ending != null && run.status() == RunStatus.RUNNING) {
            answer.add(
                    Kind.STUCK_BODY,
                    "it ends as %s when its body has stopped".formatted(ending.status()));
        }
        Instant ignoring = running == null ? null : running.ignoringSince();
        if (ignoring != null) {
            answer.add(
                    Kind.STUCK_BODY,
                    "its body was asked to stop at %s and has not stopped".formatted(ignoring));
        }
        if (run.condition().pausing()) {
            answer.add(Kind.PAUSED, "it pauses when this attempt is over");
        }
    }

    /// Adds why the body of a running run does not execute; returns whether it does not.
    private boolean isIdle(WhyBuilder answer, String what, @Nullable RunningAttempt running) {
        Run run = answer.run;
        if (!kernel.node.owns(run)) {
            Optional<String> gone = where.gone(run);
            gone.ifPresent(words -> answer.add(Kind.STARTING, what + " was executed " + words));
            return gone.isPresent();
        }
        boolean attended =
                context.liveRuns()
                        .find(run.id())
                        .filter(live -> live.drivers.get() > 0)
                        .isPresent();
        if (attended && running != null && running.isExecuting()) return false;
        if (attended && running != null && running.isOver()) {
            answer.add(Kind.RECORDING, what + " has ended, and its answer is being recorded");
        } else if (kernel.isBroken() || kernel.isClosing()) {
            String why = kernel.isBroken() ? "stopped: " + kernel.problem() : "closed";
            answer.add(
                    Kind.NO_ENGINE,
                    "%s does not execute, because this engine has %s".formatted(what, why));
        } else {
            answer.add(
                    Kind.STARTING,
                    "%s is about to be executed, attempt %d"
                            .formatted(what, run.progress().attempt()));
        }
        return true;
    }

    private void backingOff(WhyBuilder answer) {
        Run run = answer.run;
        answer.at(run.timing().timer(), false);
        answer.add(Kind.BACK_OFF, run.progress().waitsFor().orElseGet(() -> lastTry(run)));
    }

    private static String lastTry(Run run) {
        return run.progress().error() == null
                ? "it waits for its next attempt"
                : "attempt %d failed (%s)".formatted(run.progress().attempt(), error(run));
    }

    private static String error(Run run) {
        Failure error = run.progress().error();
        return error == null ? "no error" : error.toString();
    }

    private void waiting(WhyBuilder answer) {
        Run run = answer.run;
        Optional<State> state = definition(answer).flatMap(d -> d.find(run.state()));
        RunEnd ending = run.condition().ending();
        if (EndRules.isFollowable(run)) {
            String then = definition(answer).map(d -> String.join(", ", d.then())).orElse("");
            answer.at(run.timing().timer(), false);
            answer.add(Kind.TIMER, "it has completed and is starting its follow-up runs: " + then);
            return;
        }
        if (ending != null) {
            children(
                    answer,
                    "it ends as %s when its children have ended".formatted(ending.status()));
            return;
        }
        if (state.isEmpty() || !(state.get() instanceof State.Wait wait)) return;
        if (!wait.triggers().isEmpty()) {
            String events =
                    wait.triggers().stream()
                            .map(State.Trigger::event)
                            .collect(Collectors.joining(" or "));
            answer.add(Kind.EVENT, "it waits for " + events);
        }
        if (wait.joined() != null) children(answer, "it waits for its children");
        Instant timer = run.timing().timer();
        if (timer != null) {
            answer.at(timer, false);
            answer.add(Kind.TIMER, "its timer fires at " + timer);
        }
    }

    private void children(WhyBuilder answer, String words) {
        Filter live = Filter.ALL.parent(answer.run.id()).live();
        List<Run> children = kernel.store.runs(live, Page.oldest(NAMES_MAX));
        RunId first = children.isEmpty() ? null : children.getFirst().id();
        int count = answer.run.data().family().live();
        answer.add(
                Kind.CHILDREN,
                "%s: %d of them live (%s)".formatted(words, count, ids(children)),
                first);
    }

    private void paused(WhyBuilder answer) {
        answer.add(
                Kind.PAUSED,
                "it was paused; before that it was %s. Resume it to continue"
                        .formatted(answer.run.condition().held()));
    }

    private void ended(WhyBuilder answer) {
        RunEnd ending = answer.run.condition().ending();
        String why = ending == null || ending.failure() == null ? "" : ": " + ending.failure();
        answer.add(Kind.ENDED, "it has ended%s".formatted(why));
    }

    private void deadline(WhyBuilder answer) {
        Instant deadline = answer.run.timing().deadline();
        if (deadline == null || answer.run.status().isEnd()) return;
        answer.add(Kind.DEADLINE, "its deadline is " + deadline);
        if (answer.movesAt == null || deadline.isBefore(answer.movesAt)) answer.at(deadline, false);
    }

    private Optional<Definition> definition(WhyBuilder answer) {
        return context.registry().definition(answer.run, kernel.node.mayRun(answer.run));
    }

    private static String names(Set<RunId> ids) {
        return ids.stream()
                .sorted()
                .limit(NAMES_MAX)
                .map(RunId::toString)
                .collect(Collectors.joining(", "));
    }

    private static String ids(List<Run> runs) {
        return runs.stream().map(run -> run.id().toString()).collect(Collectors.joining(", "));
    }
}
