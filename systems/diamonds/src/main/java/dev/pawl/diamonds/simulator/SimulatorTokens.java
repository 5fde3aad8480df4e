package dev.pawl.diamonds.simulator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// The tokens that a simulator has issued. Thread-safe.
final class SimulatorTokens {
    private static final int TOKENS_MAX = 1_000;

    private final long expireAfter;

    /// Guarded by this: how often each token was used.
    private final Map<String, Long> uses =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
                    return size() > TOKENS_MAX;
                }
            };

    private final RandomGenerator random;

    SimulatorTokens(long seed, long expireAfter) {
        this.expireAfter = expireAfter;
        this.random = new SplittableRandom(~seed);
    }

    synchronized String issue() {
        String token = "%016x%016x".formatted(random.nextLong(), random.nextLong());
        uses.put(token, 0L);
        return token;
    }

    /// Uses a token; returns false if it was never issued or has ended.
    synchronized boolean use(String token) {
        Long before = uses.get(token);
        if (before == null) return false;
        if (expireAfter > 0 && before >= expireAfter) {
            uses.remove(token);
            return false;
        }
        uses.put(token, before + 1);
        return true;
    }

    /// Ends all tokens.
    synchronized void expireAll() {
        uses.clear();
    }
}
