package dev.pawl.engine.internal.decision;

import dev.pawl.engine.Refused;
import dev.pawl.machine.Definition;
import dev.pawl.machine.State;
import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.Family;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Links;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Progress;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rule for forks: a new run that continues from a state of another one.
public final class ForkRules {
    private ForkRules() {}

    public static Decision fork(
            Definition definition, Run source, Copy copy, DecisionContext context) {
        State state =
                definition
                        .find(copy.state())
                        .orElseThrow(() ->
                                new Refused(
                                        "%s has no state '%s' to fork run %s from (has: %s)"
                                                .formatted(
                                                        definition.ref(),
                                                        copy.state(),
                                                        source.id(),
                                                        String.join(", ", definition.names()))));
        if (state instanceof State.End) {
            throw new Refused(
                    "'%s' is an end of %s: nothing would be left to do for a fork of run %s"
                            .formatted(state.name(), definition.ref(), source.id()));
        }
        Origin old = source.origin();
        Given given = copy.given();
        Origin origin =
                new Origin(
                        definition.ref(),
                        old.key(),
                        given.request() == null ? old.request() : given.request(),
                        new Links(null, null, null, source.id()),
                        old.queuePlace(),
                        null,
                        old.labels());
        Data data =
                new Data(
                        given.response() == null ? source.data().response() : given.response(),
                        given.context() == null ? source.data().context() : given.context(),
                        Map.of(),
                        List.of(),
                        source.data().event(),
                        Family.NONE);
        Run run =
                new Run(
                        copy.id(),
                        origin,
                        Condition.of(RunStatus.DELAYED, state.name()),
                        Progress.none(context.now()),
                        data,
                        Timing.created(context.now(), null),
                        0);
        Draft draft = new Draft(definition, run, context, copy.actor());
        String why = "from run %s: %s".formatted(source.id(), copy.reason());
        draft.note(Kind.FORKED, why);
        draft.enter(state, Kind.ENTERED, null);
        return draft.decision();
    }

    /// What is to be made: the new run's id, where it starts, and with what.
    public record Copy(RunId id, String state, Given given, String actor, String reason) {}

    /// What a fork has instead of the source's data; null is what the source has.
    public record Given(
            @Nullable Payload request, @Nullable Payload response, @Nullable Payload context) {

        /// Throws [Refused.TooLarge] if one of them is beyond its bound.
        public void check() {
            PayloadSize.check("request", request);
            PayloadSize.check("response", response);
            PayloadSize.check("context", context);
        }
    }
}
