package dev.pawl.trials.simulation;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Why;
import dev.pawl.machine.Definition;
import dev.pawl.machine.State;
import dev.pawl.run.Lane;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Compares what the engine says with the books.
final class Checks {
    private final Books books;
    private final Plant plant;
    private final Map<RunId, Run> ended = new HashMap<>();

    Checks(Books books, Plant plant) {
        this.books = books;
        this.plant = plant;
    }

    /// Checks that every cause that the engine names is true; for a moment when nothing is under
    /// way.
    void why(Engine engine, Instant now) {
        for (Run run : books.live()) {
            Why why = engine.why(run.id());
            if (why.causes().isEmpty()) books.violation("no cause: " + why.text());
            for (Why.Cause cause : why.causes()) {
                if (!isTrue(engine, run, cause, now)) {
                    books.violation("not so: %s of %s".formatted(cause.kind(), why.text()));
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
        engine.verify().forEach(books::violation);
    }

    private boolean isTrue(Engine engine, Run run, Why.Cause cause, Instant now) {
        return switch (cause.kind()) {
            case EXECUTING, STUCK_BODY -> books.isExecuting(run.id());
            case STARTING, RECORDING -> !books.isExecuting(run.id());
            case DELAY -> run.status() == RunStatus.DELAYED && isAhead(run.timing().timer(), now);
            case BACK_OFF -> isAhead(run.timing().timer(), now);
            case TIMER -> run.status() == RunStatus.WAITING && isAhead(run.timing().timer(), now);
            case PREDECESSOR -> !books.run(cause.blocking()).status().isEnd();
            case QUEUE -> isFull(engine, run) || others(run).stream().anyMatch(o -> first(o, run));
            case KEY -> isKeyFull(run);
            case RATE -> Books.isIn(Plant.RATED, run);
            case QUEUE_PAUSED -> engine.queues().settings(queue(run)).paused();
            case PERMITS -> lacksPermits(engine, run);
            case EVENT -> run.status() == RunStatus.WAITING && !hasWayOut(run);
            case CHILDREN -> books.live().stream().anyMatch(c -> run.id().equals(c.parent()));
            case PAUSED -> run.status() == RunStatus.PAUSED || run.condition().pausing();
            case PARKED -> isParked(run);
            case MISSING_DEFINITION, OTHER_DEFINITION, NO_ENGINE, DEPENDENCY -> false;
            case UNKNOWN_EVENT -> hasUnknownEvent(engine, run);
            case DEADLINE -> run.timing().deadline() != null;
            case ENDED -> run.status().isEnd();
        };
    }

    private static boolean isParked(Run run) {
        String reason = String.valueOf(run.condition().reason());
        boolean silent = run.data().response() == null;
        boolean poison = reason.startsWith("the process died");
        boolean hostile = run.machine().equals("hostile") && isWithoutFollower(run);
        return run.status() == RunStatus.PARKED
                && (poison || hostile || (silent && isUnfollowable(run)));
    }

    /// Returns whether an operator sent a run to its end without the result that the next one
    /// needs.
    static boolean isUnfollowable(Run run) {
        String reason = String.valueOf(run.condition().reason());
        return isWithoutFollower(run) && reason.contains("without a response");
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
        return same >= Plant.PER_KEY;
    }

    private List<Run> holders(String queue) {
        return books.live().stream()
                .filter(run -> run.status().holdsSlot() && Books.isIn(queue, run))
                .toList();
    }

    private List<Run> others(Run run) {
        return books.live().stream()
                .filter(other -> other.status() == RunStatus.QUEUED)
                .filter(other -> Books.isIn(queue(run), other) && !other.id().equals(run.id()))
                .toList();
    }

    private static boolean first(Run one, Run other) {
        int a = one.origin().lane().priority();
        int b = other.origin().lane().priority();
        return a > b || (a == b && one.id().compareTo(other.id()) < 0);
    }

    private static String queue(Run run) {
        Lane lane = run.origin().lane();
        return lane == null ? "none" : lane.queue();
    }

    private boolean lacksPermits(Engine engine, Run run) {
        if (run.status() != RunStatus.ACQUIRING) return false;
        boolean inLine =
                books.live().stream()
                        .anyMatch(
                                o -> o.status() == RunStatus.ACQUIRING && !o.id().equals(run.id()));
        int out = engine.pools().leases(Plant.POOL).stream().mapToInt(l -> l.count()).sum();
        int capacity =
                engine.pools().all().stream()
                        .filter(pool -> pool.name().equals(Plant.POOL))
                        .findFirst()
                        .orElseThrow()
                        .capacity();
        int need = run.state().equals("use") ? 2 : 1;
        return inLine || capacity - out < need;
    }

    private boolean hasWayOut(Run run) {
        Definition definition =
                plant.all.stream()
                        .filter(machine -> machine.name().equals(run.machine()))
                        .findFirst()
                        .orElseThrow()
                        .definition();
        if (!(definition.state(run.state()) instanceof State.Wait wait)) return false;
        return run.data().inbox().stream()
                .filter(mail -> mail.kind() == Mail.Kind.EVENT)
                .anyMatch(mail ->
                        wait.triggers().stream().anyMatch(on -> on.event().equals(mail.name())));
    }

    /// Checks that what has ended stays as it ended.
    void ends() {
        for (Run run : books.all()) {
            Run before = ended.get(run.id());
            if (before != null && before.status() != run.status()) {
                books.violation("%s was %s".formatted(run, before.status()));
            }
            if (run.status().isEnd()) ended.put(run.id(), run);
        }
    }

    /// Checks the end of the world: nothing is lost, and no effect was recorded twice.
    void done() {
        for (Run run : books.live()) books.violation("never ended: " + run);
        for (RunId id : books.started) {
            if (books.run(id) == null) books.violation("lost: " + id);
        }
        for (Run run : books.all()) {
            if (run.status() == RunStatus.COMPLETED) trail(run);
        }
    }

    private void trail(Run run) {
        String expected = Plant.TRAILS.get(run.machine());
        boolean known = expected != null && !books.touched.contains(run.id());
        Payload response = run.data().response();
        String found = response == null ? "" : response.text().replace("\"", "");
        if (known && !expected.equals(found)) {
            books.violation(
                    "%s %s: expected %s, found %s"
                            .formatted(run.machine(), run.id(), expected, found));
        }
    }
}
