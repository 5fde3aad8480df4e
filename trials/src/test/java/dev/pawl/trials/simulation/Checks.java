package dev.pawl.trials.simulation;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Why;
import dev.pawl.machine.Definition;
import dev.pawl.machine.State;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Compares what the engine reports with the observations.
final class Checks {
    private final Observations observed;
    private final SimulatedMachines machines;
    private final Map<RunId, Run> ended = new HashMap<>();

    Checks(Observations observed, SimulatedMachines machines) {
        this.observed = observed;
        this.machines = machines;
    }

    /// Checks that every cause that the engine reports is true; called when nothing is in progress.
    void why(Engine engine, Instant now) {
        for (Run run : observed.live()) {
            Why why = engine.why(run.id());
            if (why.causes().isEmpty()) observed.violation("no cause: " + why.text());
            for (Why.Cause cause : why.causes()) {
                if (!isTrue(engine, run, cause, now)) {
                    observed.violation("not so: %s of %s".formatted(cause.kind(), why.text()));
                }
            }
        }
    }

    private static boolean hasUnknownEvent(Engine engine, Run run) {
        for (Definition definition : engine.definitions()) {
            boolean own = definition.name().equals(run.machine());
            if (own && run.data().inbox().stream().anyMatch(m -> !definition.accepts(m.name()))) {
                return true;
            }
        }
        return false;
    }

    /// Checks that a task executes every run that the engine has in flight.
    void tasks(Engine engine) {
        engine.verify().forEach(observed::violation);
    }

    private boolean isTrue(Engine engine, Run run, Why.Cause cause, Instant now) {
        return switch (cause.kind()) {
            case EXECUTING, STUCK_BODY -> observed.isExecuting(run.id());
            case STARTING, RECORDING -> !observed.isExecuting(run.id());
            case DELAY -> run.status() == RunStatus.DELAYED && isAhead(run.timing().timer(), now);
            case BACK_OFF -> isAhead(run.timing().timer(), now);
            case TIMER -> run.status() == RunStatus.WAITING && isAhead(run.timing().timer(), now);
            case PREDECESSOR -> !observed.run(cause.blocking()).status().isEnd();
            case QUEUE -> isFull(engine, run) || others(run).stream().anyMatch(o -> first(o, run));
            case KEY -> isKeyFull(run);
            case RATE -> Observations.isIn(SimulatedMachines.RATED, run);
            case QUEUE_PAUSED -> engine.queues().settings(queue(run)).paused();
            case PERMITS -> lacksPermits(engine, run);
            case EVENT -> run.status() == RunStatus.WAITING && !hasWayOut(run);
            case CHILDREN -> observed.live().stream().anyMatch(c -> run.id().equals(c.parent()));
            case PAUSED -> run.status() == RunStatus.PAUSED || run.condition().pausing();
            case PARKED -> isParked(run);
            case MISSING_DEFINITION, OTHER_DEFINITION, NO_ENGINE, DEPENDENCY, ENGINE_ERROR -> false;
            case UNKNOWN_EVENT -> hasUnknownEvent(engine, run);
            case DEADLINE -> run.timing().deadline() != null;
            case ENDED -> run.status().isEnd();
        };
    }

    private static boolean isParked(Run run) {
        String reason = String.valueOf(run.condition().reason());
        boolean silent = run.data().response() == null;
        boolean poison = reason.startsWith("the process crashed");
        boolean hostile = run.machine().equals("hostile") && isWithoutFollower(run);
        return run.status() == RunStatus.PARKED
                && (poison || hostile || (silent && isUnfollowable(run)));
    }

    /// Returns whether an operator sent a run to its end without the result that the next one
    /// needs.
    static boolean isUnfollowable(Run run) {
        String reason = String.valueOf(run.condition().reason());
        return isWithoutFollower(run) && reason.contains("expected a response");
    }

    private static boolean isWithoutFollower(Run run) {
        return String.valueOf(run.condition().reason()).startsWith("what follows it");
    }

    private static boolean isAhead(Instant time, Instant now) {
        return time != null && time.isAfter(now);
    }

    private boolean isFull(Engine engine, Run run) {
        int limit = engine.queues().settings(queue(run)).concurrency();
        return holders(queue(run)).size() >= limit;
    }

    private boolean isKeyFull(Run run) {
        long same =
                holders(queue(run)).stream().filter(each -> each.key().equals(run.key())).count();
        return same >= SimulatedMachines.PER_KEY;
    }

    private List<Run> holders(String queue) {
        return observed.live().stream()
                .filter(run -> run.status().holdsSlot() && Observations.isIn(queue, run))
                .toList();
    }

    private List<Run> others(Run run) {
        return observed.live().stream()
                .filter(other -> other.status() == RunStatus.QUEUED)
                .filter(other ->
                        Observations.isIn(queue(run), other) && !other.id().equals(run.id()))
                .toList();
    }

    private static boolean first(Run one, Run other) {
        int a = priority(one);
        int b = priority(other);
        return a > b || (a == b && one.id().compareTo(other.id()) < 0);
    }

    private static int priority(Run run) {
        QueuePlace lane = run.origin().queuePlace();
        return lane == null ? 0 : lane.priority();
    }

    private static String queue(Run run) {
        QueuePlace lane = run.origin().queuePlace();
        return lane == null ? "none" : lane.queue();
    }

    private boolean lacksPermits(Engine engine, Run run) {
        if (run.status() != RunStatus.ACQUIRING) return false;
        int out =
                engine.pools().leases(SimulatedMachines.POOL).stream()
                        .mapToInt(l -> l.count())
                        .sum();
        int capacity =
                engine.pools().all().stream()
                        .filter(pool -> pool.name().equals(SimulatedMachines.POOL))
                        .findFirst()
                        .orElseThrow()
                        .capacity();
        // Only those that fit into the pool hold back others.
        boolean isBehind =
                observed.live().stream()
                        .filter(o -> o.status() == RunStatus.ACQUIRING && permits(o) <= capacity)
                        .anyMatch(o -> first(o, run));
        return isBehind || observed.acquiring > 0 || capacity - out < permits(run);
    }

    private static int permits(Run run) {
        return run.condition().permits().count();
    }

    private boolean hasWayOut(Run run) {
        Definition definition =
                machines.all.stream()
                        .filter(machine -> machine.name().equals(run.machine()))
                        .findFirst()
                        .orElseThrow()
                        .definition();
        if (!(definition.state(run.state()) instanceof State.Wait wait)) return false;
        return run.data().inbox().stream()
                .filter(message -> message.kind() == Message.Kind.EVENT)
                .anyMatch(message ->
                        wait.triggers().stream().anyMatch(on -> on.event().equals(message.name())));
    }

    /// Checks that ended runs do not change.
    void ends() {
        for (Run run : observed.all()) {
            Run before = ended.get(run.id());
            if (before != null && before.status() != run.status()) {
                observed.violation("%s was %s".formatted(run, before.status()));
            }
            if (run.status().isEnd()) ended.put(run.id(), run);
        }
    }

    /// Checks the end of the simulation: nothing is lost, and no effect was recorded twice.
    void done() {
        for (Run run : observed.live()) observed.violation("never ended: " + run);
        for (RunId id : observed.started) {
            if (observed.run(id) == null) observed.violation("lost: " + id);
        }
        for (Run run : observed.all()) {
            if (run.status() == RunStatus.COMPLETED) trail(run);
        }
    }

    private void trail(Run run) {
        String expected = SimulatedMachines.TRAILS.get(run.machine());
        boolean known = expected != null && !observed.touched.contains(run.id());
        Payload response = run.data().response();
        String found = response == null ? "" : response.text().replace("\"", "");
        if (known && !expected.equals(found)) {
            observed.violation(
                    "%s %s: expected %s, found %s"
                            .formatted(run.machine(), run.id(), expected, found));
        }
    }
}
