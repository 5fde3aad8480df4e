package dev.pawl.orchestrator.broker;

import java.time.Instant;

/// What a provider asks of the broker and what it has: `wanted` permits, `held` ones, and of these
/// `returning` were asked back and have not come yet.
///
/// `since` is when the claim came from nothing to something or back: for one that has nothing the
/// time since when it waits, for a holder the time since when it has held permits without a gap.
/// The verbs keep it so.
public record Claim(
        String holder, Terms terms, int wanted, int held, int returning, Instant since) {

    public Claim {
        if (holder.isBlank()) {
            throw new IllegalArgumentException("expected the name of a holder, found a blank one");
        }
        if (wanted < 0 || returning < 0 || held < returning) {
            throw new IllegalArgumentException(
                    "expected wanted from 0 and returning from 0 to held, found wanted %d, held %d,"
                                    .formatted(wanted, held)
                            + " returning %d; holder %s".formatted(returning, holder));
        }
    }

    /// Returns the claim of a holder that has nothing and waits for `wanted` permits from now on.
    public static Claim of(String holder, Terms terms, int wanted, Instant now) {
        return new Claim(holder, terms, wanted, 0, 0, now);
    }

    /// Returns this claim for another number of permits; to want something at last begins the wait.
    public Claim wanting(int number, Instant now) {
        boolean begins = held == 0 && wanted == 0 && number > 0;
        return new Claim(holder, terms, number, held, returning, begins ? now : since);
    }

    /// Returns this claim with `number` permits more.
    public Claim granted(int number, Instant now) {
        check("granted", number, Integer.MAX_VALUE - held);
        return new Claim(holder, terms, wanted, held + number, returning, held == 0 ? now : since);
    }

    /// Returns this claim with `number` permits more asked back; they are held until they return.
    public Claim revoked(int number) {
        check("revoked", number, staying());
        return new Claim(holder, terms, wanted, held, returning + number, since);
    }

    /// Returns this claim after `number` permits came back: those that were asked back first.
    public Claim returned(int number, Instant now) {
        check("returned", number, held);
        int left = held - number;
        return new Claim(
                holder,
                terms,
                wanted,
                left,
                Math.max(0, returning - number),
                left == 0 ? now : since);
    }

    /// Returns how many permits stay if no more are asked back.
    public int staying() {
        return held - returning;
    }

    /// Returns how many permits it can use: what it wants, up to its maximum.
    public int need() {
        return Math.min(wanted, terms.max());
    }

    private void check(String verb, int number, int max) {
        if (number < 1 || number > max) {
            throw new IllegalArgumentException(
                    "expected from 1 to %d permits to be %s, found %d; holder %s holds %d,"
                                    .formatted(max, verb, number, holder, held)
                            + " of which %d return".formatted(returning));
        }
    }
}
