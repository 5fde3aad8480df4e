package dev.pawl.engine.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Compares the search with one that looks at every minute, for random expressions and zones.
class CronRandomTest {
    private static final int ROUNDS = 300;
    private static final Duration HORIZON = Duration.ofDays(45);

    /// Zones with clock changes of an hour, of half an hour, at midnight, and of a whole day.
    private static final List<ZoneId> ZONES =
            List.of(
                    ZoneOffset.UTC,
                    ZoneId.of("Europe/Berlin"),
                    ZoneId.of("America/New_York"),
                    ZoneId.of("Australia/Lord_Howe"),
                    ZoneId.of("America/Sao_Paulo"),
                    ZoneId.of("Africa/Casablanca"),
                    ZoneId.of("Asia/Kathmandu"),
                    ZoneId.of("Pacific/Apia"));

    @Test
    void agreesWithASearchMinuteByMinute() {
        long seed = Long.getLong("pawl.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Sample sample = Sample.draw(random);
            ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
            Instant after = instant(random, zone);
            Optional<Instant> expected = sample.next(after, zone);
            Optional<Instant> found = Cron.parse(sample.expression()).next(after, zone);
            assertThat(found.filter(instant -> instant.isBefore(after.plus(HORIZON))))
                    .as(
                            "'%s' in %s after %s, -Dpawl.seed=%d",
                            sample.expression(), zone, after, seed)
                    .isEqualTo(expected);
        }
    }

    /// Draws a time, as often as not close to a clock change.
    private static Instant instant(SplittableRandom random, ZoneId zone) {
        Instant any =
                Instant.parse("2005-01-01T00:00:00Z")
                        .plusSeconds(random.nextLong(Duration.ofDays(8_000).toSeconds()));
        var change = zone.getRules().nextTransition(any);
        if (change == null || random.nextBoolean()) {
            return any;
        }
        return change.getInstant().plusSeconds(random.nextLong(-7_200, 7_200));
    }

    /// A random expression and what it means, without the parser.
    private record Sample(
            String expression,
            List<TreeSet<Integer>> sets,
            boolean isDayRestricted,
            boolean isWeekdayRestricted) {

        static Sample draw(SplittableRandom random) {
            boolean isDayRestricted = random.nextInt(3) == 0;
            boolean isWeekdayRestricted = random.nextInt(3) == 0;
            List<TreeSet<Integer>> sets =
                    List.of(
                            draw(random, 0, 59, random.nextInt(4) > 0),
                            draw(random, 0, 23, random.nextBoolean()),
                            draw(random, 1, 31, isDayRestricted),
                            draw(random, 1, 12, random.nextInt(8) == 0),
                            draw(random, 0, 6, isWeekdayRestricted));
            List<Integer> sizes = List.of(60, 24, 31, 12, 7);
            String expression =
                    IntStream.range(0, sets.size())
                            .mapToObj(i -> written(sets.get(i), sizes.get(i)))
                            .collect(Collectors.joining(" "));
            return new Sample(expression, sets, isDayRestricted, isWeekdayRestricted);
        }

        private static TreeSet<Integer> draw(
                SplittableRandom random, int min, int max, boolean isRestricted) {
            TreeSet<Integer> set = new TreeSet<>();
            if (!isRestricted) {
                IntStream.rangeClosed(min, max).forEach(set::add);
                return set;
            }
            int from = random.nextInt(min, max + 1);
            int to = random.nextInt(3) == 0 ? random.nextInt(from, max + 1) : from;
            IntStream.rangeClosed(from, to).forEach(set::add);
            if (random.nextInt(3) == 0) {
                set.add(random.nextInt(min, max + 1));
            }
            if (set.size() == max - min + 1) {
                set.removeLast(); // all of them would be written as *
            }
            return set;
        }

        private static String written(TreeSet<Integer> set, int size) {
            if (set.size() == size) {
                return "*";
            }
            boolean isRun = set.size() > 1 && set.getLast() - set.getFirst() == set.size() - 1;
            return isRun
                    ? set.getFirst() + "-" + set.getLast()
                    : set.stream().map(String::valueOf).collect(Collectors.joining(","));
        }

        /// Looks at every local minute from a good while before, and takes the first that is later.
        Optional<Instant> next(Instant after, ZoneId zone) {
            LocalDateTime local =
                    LocalDateTime.ofInstant(after, zone)
                            .minusHours(30)
                            .truncatedTo(ChronoUnit.MINUTES);
            LocalDateTime end = LocalDateTime.ofInstant(after, zone).plus(HORIZON).plusDays(2);
            for (; local.isBefore(end); local = local.plusMinutes(1)) {
                if (matches(local)) {
                    Instant instant = instant(local, zone);
                    if (instant.isAfter(after)) {
                        return Optional.of(instant).filter(i -> i.isBefore(after.plus(HORIZON)));
                    }
                }
            }
            return Optional.empty();
        }

        private boolean matches(LocalDateTime local) {
            if (!sets.get(0).contains(local.getMinute())
                    || !sets.get(1).contains(local.getHour())
                    || !sets.get(3).contains(local.getMonthValue())) {
                return false;
            }
            boolean isDay = sets.get(2).contains(local.getDayOfMonth());
            boolean isWeekday = sets.get(4).contains(local.getDayOfWeek().getValue() % 7);
            boolean isEither = isDayRestricted && isWeekdayRestricted;
            return isEither ? isDay || isWeekday : isDay && isWeekday;
        }

        private static Instant instant(LocalDateTime local, ZoneId zone) {
            var transition = zone.getRules().getTransition(local);
            if (transition == null) {
                return local.atZone(zone).toInstant();
            }
            return transition.isGap()
                    ? transition.getInstant()
                    : local.toInstant(transition.getOffsetBefore());
        }
    }
}
