package dev.pawl.controller;

import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Why.Cause;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Why an object is not acted on, as causes for `why`: a hold, a failure with its next attempt, a
/// hot loop, flapping, or nothing to do until a time.
final class ControllerCauses implements CauseProvider {
    /// The only instance: two controllers of one engine must not explain the same wait twice.
    static final ControllerCauses ALL = new ControllerCauses();

    private ControllerCauses() {}

    @Override
    public List<Cause> causes(Run run, Store store) {
        Payload payload = run.data().context();
        boolean isOfObject = run.origin().labels().containsKey(ObjectMachine.KIND_LABEL);
        if (!isOfObject || payload == null || run.status().isEnd()) return List.of();
        return of(JsonCodec.JSON.decode(payload, ObjectContext.class));
    }

    private static List<Cause> of(ObjectContext context) {
        List<Cause> causes = new ArrayList<>();
        ObjectContext.Hold hold = context.hold();
        if (hold != null) {
            causes.add(
                    cause(
                            Cause.Kind.PAUSED,
                            "%s holds it since %s: %s"
                                    .formatted(hold.actor(), hold.since(), hold.reason())));
        }
        Problem problem = context.problem();
        if (problem != null) causes.add(cause(Cause.Kind.BACK_OFF, text(problem)));
        String remark = context.activity().remark();
        if (remark != null) {
            boolean isSlowed = context.activity().slowed() > 0;
            causes.add(cause(isSlowed ? Cause.Kind.RATE : Cause.Kind.DEPENDENCY, remark));
        }
        Instant wakeAt = context.wakeAt();
        if (wakeAt != null && causes.isEmpty() && context.pending() == null) {
            causes.add(cause(Cause.Kind.TIMER, "it is evaluated again by " + wakeAt));
        }
        return causes;
    }

    static String text(Problem problem) {
        String withheld =
                problem.withheld().isEmpty()
                        ? ""
                        : "; %d actions wait".formatted(problem.withheld().size());
        return "%s failed %d times since %s: %s; next attempt at %s%s"
                .formatted(
                        problem.where().words(),
                        problem.failures(),
                        problem.since(),
                        problem.text(),
                        problem.retryAt(),
                        withheld);
    }

    private static Cause cause(Cause.Kind kind, String text) {
        return new Cause(kind, text, null);
    }
}
