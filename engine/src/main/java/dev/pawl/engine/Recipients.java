package dev.pawl.engine;

import dev.pawl.run.Mail;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the runs that events of an outcome are sent to, before the outcome is recorded: an event
/// that can reach no run then is noted in the sender's history instead of being sent.
final class Recipients {
    static final String MISSING = "there is no such run";

    private Recipients() {}

    static String ended(Run run) {
        return "it has ended as " + run.status();
    }

    /// Removes the events whose recipient does not exist or has ended, and returns them.
    static List<Input.Undelivered> removeMissing(Kernel kernel, List<Mail> mails) {
        if (mails.isEmpty()) return List.of();
        Map<RunId, Run> found = find(kernel, mails);
        List<Input.Undelivered> missing = new ArrayList<>();
        for (Mail mail : List.copyOf(mails)) {
            Run to = found.get(mail.to());
            if (to != null && !to.status().isEnd()) continue;
            String reason = to == null ? MISSING : ended(to);
            missing.add(new Input.Undelivered(mail.to(), mail.name(), reason));
            mails.remove(mail);
        }
        return missing;
    }

    /// Reports the events of an answer that reach no run, once the answer is recorded.
    static void report(Kernel kernel, Run from, Input input) {
        if (!(input instanceof Input.Answered answered)) return;
        for (Input.Undelivered lost : answered.undelivered()) {
            kernel.tell(
                    new Happening.EventUndelivered(
                            from.id(), lost.to(), lost.event(), lost.reason()));
        }
    }

    private static Map<RunId, Run> find(Kernel kernel, List<Mail> mails) {
        Set<RunId> ids = new HashSet<>();
        for (Mail mail : mails) ids.add(mail.to());
        Map<RunId, Run> found = new HashMap<>();
        if (kernel.node.isShared()) {
            for (Run run : kernel.node.cluster().runs(ids)) found.put(run.id(), run);
        } else {
            for (RunId id : ids) kernel.store.run(id).ifPresent(run -> found.put(id, run));
        }
        return found;
    }
}
