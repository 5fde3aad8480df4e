package dev.pawl.engine.internal.decision;

import dev.pawl.engine.Refused;
import dev.pawl.machine.State;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules for an event that is offered: it counts now or not at all.
///
/// An event that is sent waits in the inbox until a state wants it. One that is offered leads on
/// from the state that the run is in, or will be in when it has consumed what is in its inbox;
/// otherwise it is refused, with what would be accepted there.
final class OfferRules {
    private OfferRules() {}

    static void offered(Draft draft, Message message) {
        Run run = draft.run;
        boolean waits = run.data().inbox().stream().anyMatch(other -> isSame(other, message));
        if (waits && draft.isInFlight()) return;
        State place = place(draft);
        boolean open = run.condition().ending() == null && !isHeld(run.status());
        if (!open || wayOn(place, message.name()) == null)
            throw refused(run, message.name(), place);
        Decide.received(draft, message);
    }

    static Refused.NotAccepted afterTheEnd(Run run, Message message) {
        return new Refused.NotAccepted(run, message.name(), run.state(), List.of());
    }

    private static boolean isSame(Message one, Message other) {
        return one.kind() == Message.Kind.EVENT && one.name().equals(other.name());
    }

    /// Returns where the run stands once its inbox has been looked at.
    private static State place(Draft draft) {
        State place = draft.definition.state(draft.run.state());
        for (Message message : draft.run.data().inbox()) {
            String target =
                    message.kind() == Message.Kind.EVENT ? wayOn(place, message.name()) : null;
            if (target != null) place = draft.definition.state(target);
        }
        return place;
    }

    private static Refused.NotAccepted refused(Run run, String event, State place) {
        List<String> accepted = new ArrayList<>();
        boolean open = run.condition().ending() == null && !isHeld(run.status());
        if (open) for (State.Trigger on : place.accepts()) accepted.add(on.event());
        return new Refused.NotAccepted(run, event, place.name(), accepted);
    }

    static boolean isHeld(RunStatus status) {
        return status == RunStatus.PAUSED
                || status == RunStatus.PARKED
                || status == RunStatus.DELAYED
                || status == RunStatus.BLOCKED;
    }

    /// Returns where an event leads from a state; null if it does not.
    static @Nullable String wayOn(State state, String event) {
        for (State.Trigger on : state.accepts()) if (on.event().equals(event)) return on.target();
        return null;
    }
}
