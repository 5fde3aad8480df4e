package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Command;
import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.RunInputs;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.Optional;

/// Registers runs with the runs that they wait for.
record PredecessorLinks(Kernel kernel, RunInputs inputs) {

    /// Notes on each predecessor that a run waits for it. If one has ended already, the run is
    /// released. Safe to repeat.
    void link(Run run) {
        for (Predecessor after : run.origin().links().predecessors()) {
            try {
                Input followed = new Input.Followed(run.id().toString(), kernel.node.isShared());
                Run other = inputs.apply(after.run(), followed).run();
                if (other.status().isEnd()) release(run, after, other);
            } catch (Refused.UnknownRun e) {
                linkToMissing(run, after, e);
            }
        }
    }

    /// A predecessor that retention has just removed is remembered for a while. Without it the run
    /// is parked.
    private void linkToMissing(Run run, Predecessor after, Refused.UnknownRun missing) {
        Optional<Run> ended = kernel.recentEnds.find(after.run(), kernel.now());
        if (ended.isPresent()) release(run, after, ended.get());
        else inputs.apply(run.id(), new Input.Park(String.valueOf(missing.getMessage())));
    }

    private void release(Run run, Predecessor after, Run ended) {
        RunId follower = run.id();
        String id = ended.id().toString();
        Optional<RunId> ahead =
                after.equals(run.origin().links().behind()) ? ahead(ended) : Optional.empty();
        if (ahead.isPresent()) {
            inputs.apply(follower, new Input.Behind(id, ahead.get().toString()));
            return;
        }
        inputs.apply(
                follower,
                new Input.Learnt(
                        new Message(
                                kernel.ids.next(),
                                follower,
                                Message.Kind.PREDECESSOR_ENDED,
                                ended.status().name(),
                                Payload.of(id),
                                kernel.now())));
    }

    /// Returns the live run of the same key that a run still waited for when it ended.
    private Optional<RunId> ahead(Run ended) {
        Run run = ended;
        while (!run.progress().executed()) {
            Predecessor behind = run.origin().links().behind();
            Optional<Run> next = behind == null ? Optional.empty() : kernel.find(behind.run());
            if (next.isEmpty()) return Optional.empty();
            run = next.get();
            if (!run.status().isEnd()) return Optional.of(run.id());
        }
        return Optional.empty();
    }

    /// Cancels the run that a new one replaces, waiting for the store: nothing would do it later.
    void cancelReplaced(RunId created, RunId replaced) {
        String reason = "replaced by run " + created;
        Input cancel = new Input.Ordered(new Command.Cancel(), HistoryEntry.ENGINE, reason);
        try {
            kernel.patiently(() -> inputs.apply(replaced, cancel));
        } catch (Refused.Ended | Refused.UnknownRun _) {
            // It has ended meanwhile, which is the purpose.
        }
    }
}
