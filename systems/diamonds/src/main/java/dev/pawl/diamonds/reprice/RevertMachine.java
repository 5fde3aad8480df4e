package dev.pawl.diamonds.reprice;

import dev.pawl.diamonds.canonical.RepriceBatch;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import java.time.Instant;

/// Restores the prices that a job replaced, 1,000 in a commit; a price that changed since stays.
public final class RevertMachine {
    /// The machine.
    public static final Machine<RevertRequest, RepriceResponse> MACHINE =
            Machine.named("diamonds-revert", RevertRequest.class, RepriceResponse.class)
                    .step("restore", RevertMachine::restore, s -> s.recovery(Recovery.repeatBody()))
                    .unique(Uniqueness.REJECT)
                    .build();

    private RevertMachine() {}

    /// Returns the start of a revert.
    public static Start<RevertRequest> start(RevertRequest request) {
        return MACHINE.start(request).key(RepriceMachine.KEY);
    }

    private static Outcome<RepriceResponse> restore(
            Attempt<RevertRequest, RepriceResponse> attempt) {
        String job = attempt.request().job();
        long after = attempt.context(RepriceCursor.class).orElse(RepriceCursor.START).last();
        long upTo = RepriceBatch.upTo(attempt::query, job, after, RepriceMachine.STONES);
        long changed = RepriceBatch.changed(attempt::query, job);
        if (changed == 0) return attempt.abort("job %s changed no price".formatted(job));
        if (upTo == after) {
            long restored = RepriceBatch.logged(attempt::query, attempt.id().toString());
            return attempt.next(new RepriceResponse(job, restored));
        }
        RepriceBatch.Range range = new RepriceBatch.Range(job, after, upTo);
        String by = attempt.id().toString();
        Instant now = attempt.now();
        attempt.report("stone %,d of %,d changed".formatted(upTo, changed));
        return attempt.repeatWith(new RepriceCursor(upTo))
                .writing(tx -> RepriceBatch.revert(tx, range, by, now));
    }
}
