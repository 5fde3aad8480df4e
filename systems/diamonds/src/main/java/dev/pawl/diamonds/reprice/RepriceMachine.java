package dev.pawl.diamonds.reprice;

import dev.pawl.diamonds.canonical.RepriceBatch;
import dev.pawl.diamonds.rules.RuleBook;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import java.time.Instant;

/// Applies the rules to all live stones, 1,000 in a commit.
///
/// A crash repeats at most one range, which then finds nothing to change.
public final class RepriceMachine {
    /// How many stones are priced in a commit.
    public static final int STONES = 1_000;

    /// The machine.
    public static final Machine<RepriceRequest, RepriceResponse> MACHINE = machine(STONES);

    /// One job at a time changes prices.
    static final String KEY = "prices";

    private RepriceMachine() {}

    /// Returns a machine that prices `stones` stones in a commit.
    static Machine<RepriceRequest, RepriceResponse> machine(int stones) {
        return Machine.named("diamonds-reprice", RepriceRequest.class, RepriceResponse.class)
                .step("apply", a -> apply(a, stones), s -> s.recovery(Recovery.repeatBody()))
                .unique(Uniqueness.REJECT)
                .build();
    }

    /// Returns the start of a job.
    public static Start<RepriceRequest> start(RepriceRequest request) {
        return MACHINE.start(request).key(KEY);
    }

    private static Outcome<RepriceResponse> apply(
            Attempt<RepriceRequest, RepriceResponse> attempt, int stones) {
        String job = attempt.id().toString();
        long after = attempt.context(RepriceCursor.class).orElse(RepriceCursor.START).last();
        long upTo = RepriceBatch.upTo(attempt::query, after, stones);
        long changed = RepriceBatch.changed(attempt::query, job);
        if (upTo == after) return attempt.next(new RepriceResponse(job, changed));
        RuleBook rules = RuleBook.at(attempt::query, attempt.request().at());
        RepriceBatch.Range range = new RepriceBatch.Range(job, after, upTo);
        Instant now = attempt.now();
        attempt.report("stone %,d; %,d changed".formatted(upTo, changed));
        return attempt.repeatWith(new RepriceCursor(upTo))
                .writing(tx -> RepriceBatch.apply(tx, range, rules, now));
    }
}
