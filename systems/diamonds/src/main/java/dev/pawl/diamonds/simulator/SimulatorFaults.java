package dev.pawl.diamonds.simulator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which requests fail, and how. Immutable; the same seed and number of a request give the same
/// fault.
///
/// The text is a list such as
/// `429=0.01,500=0.02,slow=0.01:2s,truncate=0.005,reset=0.001,short=0.05, expire=100`: the share of
/// requests with each fault; `short` is the share of pages with fewer items than there are;
/// `expire` is the number of requests after which a token ends. The time of `slow`, and the wait
/// that an error status asks for, follow behind a colon.
public final class SimulatorFaults {
    public static final SimulatorFaults NONE = new SimulatorFaults(List.of(), 0, 0);

    private static final Pattern RULE =
            Pattern.compile(
                    "\\s*([a-z0-9]+)\\s*=\\s*([0-9.]+)\\s*(?::\\s*(\\d{1,6})(ms|s|m))?\\s*");
    private static final String GRAMMAR =
            "expected faults such as 429=0.01,500=0.02,slow=0.01:2s,truncate=0.005,reset=0.001,"
                    + "short=0.05,expire=100";
    private static final Duration WAIT = Duration.ofSeconds(1);

    private final List<Rule> rules;
    private final double shortShare;
    private final long expireAfter;

    private SimulatorFaults(List<Rule> rules, double shortShare, long expireAfter) {
        this.rules = List.copyOf(rules);
        this.shortShare = shortShare;
        this.expireAfter = expireAfter;
    }

    /// Parses the text of faults; "" means none.
    public static SimulatorFaults parse(String text) {
        List<Rule> rules = new ArrayList<>();
        double shortShare = 0;
        long expireAfter = 0;
        if (text.isBlank()) return NONE;
        for (String part : text.split(",", -1)) {
            Matcher rule = RULE.matcher(part);
            if (!rule.matches()) throw bad(part);
            String name = rule.group(1);
            switch (name) {
                case "expire" -> expireAfter = count(rule.group(2), part);
                case "short" -> shortShare = share(rule.group(2), part);
                case "slow", "truncate", "reset" -> rules.add(Rule.of(rule, part));
                default -> {
                    if (!name.matches("429|5\\d\\d")) throw bad(part);
                    rules.add(Rule.of(rule, part));
                }
            }
        }
        double sum = rules.stream().mapToDouble(Rule::share).sum();
        if (sum > 1) {
            throw new IllegalArgumentException(
                    "%s, with shares of at most 1 together; found %s".formatted(GRAMMAR, sum));
        }
        return new SimulatorFaults(rules, shortShare, expireAfter);
    }

    private static IllegalArgumentException bad(String part) {
        return new IllegalArgumentException("%s; found '%s'".formatted(GRAMMAR, part));
    }

    private static double share(String text, String part) {
        try {
            double share = Double.parseDouble(text);
            if (share <= 1) return share;
        } catch (NumberFormatException _) {
            // The same error as for a share above 1.
        }
        throw bad(part);
    }

    private static long count(String text, String part) {
        if (text.matches("[1-9]\\d{0,17}")) return Long.parseLong(text);
        throw bad(part);
    }

    /// Returns after how many requests a token ends; 0 if never.
    long expireAfter() {
        return expireAfter;
    }

    /// Returns the fault of a request.
    SimulatedFault of(long seed, long request) {
        if (rules.isEmpty()) return new SimulatedFault.None();
        RandomGenerator random = random(seed, request);
        double draw = random.nextDouble();
        boolean coin = random.nextBoolean();
        for (Rule rule : rules) {
            if (draw < rule.share()) return rule.fault(coin);
            draw -= rule.share();
        }
        return new SimulatedFault.None();
    }

    /// Returns how many of `full` items a page has: at least one, if there are any.
    int items(int full, long seed, long request) {
        if (shortShare == 0 || full < 2) return full;
        RandomGenerator random = random(~seed, request);
        return random.nextDouble() < shortShare ? 1 + random.nextInt(full - 1) : full;
    }

    private static RandomGenerator random(long seed, long request) {
        return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + request);
    }

    /// A share of requests with a fault.
    private record Rule(String name, double share, Duration time) {

        static Rule of(Matcher rule, String part) {
            return new Rule(rule.group(1), SimulatorFaults.share(rule.group(2), part), time(rule));
        }

        private static Duration time(Matcher rule) {
            if (rule.group(3) == null) return WAIT;
            long amount = Long.parseLong(rule.group(3));
            return switch (rule.group(4)) {
                case "ms" -> Duration.ofMillis(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofSeconds(amount);
            };
        }

        SimulatedFault fault(boolean coin) {
            return switch (name) {
                case "slow" -> new SimulatedFault.Slow(time);
                case "truncate" -> new SimulatedFault.Truncated(coin);
                case "reset" -> new SimulatedFault.Reset();
                case "429" -> new SimulatedFault.ErrorStatus(429, time, coin);
                default ->
                        new SimulatedFault.ErrorStatus(
                                Integer.parseInt(name), Duration.ZERO, false);
            };
        }
    }
}
