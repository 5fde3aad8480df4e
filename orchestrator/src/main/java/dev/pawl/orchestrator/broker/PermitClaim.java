package dev.pawl.orchestrator.broker;

import java.time.Instant;

/// What a provider wants from the broker and what it holds: `wanted` permits, `held` permits, and
/// of these `returning` were revoked and are not back yet.
///
/// `since` is when the claim last changed between holding nothing and holding something: a claim
/// without permits has waited since then, a holder has held permits without a gap since then.
public record PermitClaim(
        String holder, PermitTerms terms, int wanted, int held, int returning, Instant since) {

    public PermitClaim {
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

    /// Returns the claim of a holder that has nothing and starts to wait for `wanted` permits.
    public static PermitClaim of(String holder, PermitTerms terms, int wanted, Instant now) {
        return new PermitClaim(holder, terms, wanted, 0, 0, now);
    }

    /// Returns this claim with `number` more permits.
    public PermitClaim granted(int number, Instant now) {
        check("granted", number, Integer.MAX_VALUE - held);
        return new PermitClaim(
                holder, terms, wanted, held + number, returning, held == 0 ? now : since);
    }

    /// Returns this claim with `number` more permits revoked; they are held until they return.
    public PermitClaim revoked(int number) {
        check("revoked", number, staying());
        return new PermitClaim(holder, terms, wanted, held, returning + number, since);
    }

    /// Returns this claim after `number` permits returned, first those that were revoked.
    public PermitClaim returned(int number, Instant now) {
        check("returned", number, held);
        int left = held - number;
        return new PermitClaim(
                holder,
                terms,
                wanted,
                left,
                Math.max(0, returning - number),
                left == 0 ? now : since);
    }

    /// Returns how many permits it holds that were not revoked.
    public int staying() {
        return held - returning;
    }

    /// Returns how many permits it can use: what it wants, at most its maximum.
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
