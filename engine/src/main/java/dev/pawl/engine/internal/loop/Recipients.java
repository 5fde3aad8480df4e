package dev.pawl.engine.internal.loop;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the runs that events of an outcome are sent to, before the outcome is recorded: an event
/// that can reach no run then is noted in the sender's history instead of being sent.
final class Recipients {
    static final String MISSING = "there is no such run";

    private Recipients() {}

    static String ended(RunStatus status) {
        return "it has ended as " + status;
    }

    /// Removes the events whose recipient does not exist or has ended, and returns them.
    static List<Input.Undelivered> removeMissing(Kernel kernel, List<Message> messages) {
        if (messages.isEmpty()) return List.of();
        Set<RunId> ids = new HashSet<>();
        for (Message message : messages) ids.add(message.to());
        Map<RunId, RunStatus> found = kernel.store.statuses(ids);
        List<Input.Undelivered> missing = new ArrayList<>();
        for (Message message : List.copyOf(messages)) {
            RunStatus to = found.get(message.to());
            if (to != null && !to.isEnd()) continue;
            String reason = to == null ? MISSING : ended(to);
            missing.add(new Input.Undelivered(message.to(), message.name(), reason));
            messages.remove(message);
        }
        return missing;
    }

    /// Reports the events of an answer that reach no run, once the answer is recorded.
    static void report(Kernel kernel, Run from, Input input) {
        if (!(input instanceof Input.Answered answered)) return;
        if (answered.undelivered().isEmpty()) return;
        for (Input.Undelivered lost : answered.undelivered()) {
            kernel.publish(
                    new EngineEvent.EventUndelivered(
                            from.id(), lost.to(), lost.event(), lost.reason()));
        }
    }
}
