package dev.pawl.testkit;

import java.util.stream.LongStream;

/// The seeds of randomized tests: `-Dpawl.seed=42` replays one in place of all.
public final class Seeds {
    private static final String OVERRIDE = "pawl.seed";

    private Seeds() {}

    /// Runs `body` with the seeds 0 to `count` - 1; a failure names its seed.
    public static <X extends Exception> void each(int count, Body<X> body) throws X {
        Long only = Long.getLong(OVERRIDE);
        long[] seeds = only == null ? LongStream.range(0, count).toArray() : new long[] {only};
        for (long seed : seeds) run(seed, body);
    }

    /// Runs `body` with the seeds from 0 on, one for each round; a failure names its seed.
    public static <X extends Exception> void each(Rounds rounds, Body<X> body) throws X {
        Long only = Long.getLong(OVERRIDE);
        if (only != null) run(only, body);
        while (only == null && rounds.next()) run(rounds.count() - 1, body);
    }

    private static <X extends Exception> void run(long seed, Body<X> body) throws X {
        try {
            body.run(seed);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "failed with seed %d: %s\n  replay with -D%s=%d"
                            .formatted(seed, e, OVERRIDE, seed),
                    e);
        }
    }

    /// Returns the seed of `-Dpawl.seed`, or `otherwise` if there is none.
    public static long or(long otherwise) {
        return Long.getLong(OVERRIDE, otherwise);
    }

    /// What runs once per seed.
    public interface Body<X extends Exception> {

        /// Runs with `seed`.
        void run(long seed) throws X;
    }
}
