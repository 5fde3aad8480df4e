package dev.pawl.engine;

import dev.pawl.machine.State;
import dev.pawl.run.Mail;
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
final class Offers {
    private Offers() {}

    static void offered(Draft draft, Mail mail) {
        Run run = draft.run;
        boolean waits = run.data().inbox().stream().anyMatch(other -> isSame(other, mail));
        if (waits && draft.isInFlight()) return;
        State place = place(draft);
        boolean open = run.condition().ending() == null && !isHeld(run.status());
        if (!open || wayOn(place, mail.name()) == null) throw refused(run, mail.name(), place);
        Decide.received(draft, mail);
    }

    static Refused.NotAccepted afterTheEnd(Run run, Mail mail) {
        return new Refused.NotAccepted(run, mail.name(), run.state(), List.of());
    }

    private static boolean isSame(Mail one, Mail other) {
        return one.kind() == Mail.Kind.EVENT && one.name().equals(other.name());
    }

    /// Returns where the run stands once its inbox has been looked at.
    private static State place(Draft draft) {
        State place = draft.definition.state(draft.run.state());
        for (Mail mail : draft.run.data().inbox()) {
            String target = mail.kind() == Mail.Kind.EVENT ? wayOn(place, mail.name()) : null;
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
