package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.FiveSteps;
import dev.pawl.benchmarks.load.Load;
import dev.pawl.benchmarks.load.PawlLoad;
import dev.pawl.engine.RetentionSettings;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Store;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Whether speed and size stay the same while runs start, end and are pruned.
///
/// The files count as bounded if their largest size after the first 10 s is at most a fifth above
/// the largest before: what keeps growing grows by more.
final class Sustained implements Row {
    private static final double DRIFT_MAX = 0.1;
    private static final long KEPT_TIMES_MAX = 2;
    private static final double GROWTH_MAX = 1.2;
    private static final String BAR =
            "the last 10 s within 10 % of the first after warm-up, at most twice the runs to keep,"
                    + " files bounded after the first 10 s";
    private static final int SIZES_SHOWN = 12;
    private static final double MEBIBYTE = 1 << 20;

    /// A window, the first or last, is this many samples long.
    private static final int WINDOW = 10;

    private final int minutes;

    Sustained(int minutes) {
        this.minutes = minutes;
    }

    @Override
    public String name() {
        return "sustained";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int atOnce = at.scale().of(1_024, 1_024, 16);
        long keep = at.scale().of(10_000L, 10_000L, 2_000L);
        Duration every = at.scale().of(ofMillis(1_000), ofMillis(300), ofMillis(50));
        int count = at.scale().of(minutes * 60, 40, 30);
        List<Sample> samples;
        long left;
        try (Scratch scratch = at.scratch("sustained")) {
            Path home = scratch.resolve("store");
            var retention = RetentionSettings.keep(FiveSteps.MACHINE.name(), keep);
            try (PawlLoad load = PawlLoad.open(home, atOnce, o -> o.retention(retention))) {
                Thread.sleep(every.multipliedBy(WINDOW));
                samples = sample(at, load, home, new Pace(every, count));
            }
            try (Store store = SqliteStore.openReadOnly(home)) {
                left = store.count(Filter.ALL);
            }
        }
        return result(samples, keep, left);
    }

    private static List<Sample> sample(BenchContext at, Load load, Path home, Pace pace)
            throws Exception {
        List<Sample> samples = new ArrayList<>();
        samples.add(new Sample(System.nanoTime(), load.steps(), bytes(home)));
        for (int i = 1; i <= pace.count(); i++) {
            Thread.sleep(pace.every());
            load.check();
            samples.add(new Sample(System.nanoTime(), load.steps(), bytes(home)));
            if (i % WINDOW == 0) {
                Sample now = samples.getLast();
                at.say(
                        "sustained: %,.0f steps/s, %,.0f MiB"
                                .formatted(
                                        now.since(samples.get(i - WINDOW)),
                                        now.bytes() / MEBIBYTE));
            }
        }
        return samples;
    }

    private Result result(List<Sample> samples, long keep, long left) {
        int last = samples.size() - 1;
        double first = samples.get(WINDOW).since(samples.getFirst());
        double end = samples.getLast().since(samples.get(last - WINDOW));
        double early = largest(samples.subList(0, WINDOW + 1));
        double late = largest(samples.subList(WINDOW, last + 1));
        double seconds = (samples.getLast().nanos() - samples.getFirst().nanos()) / 1e9;
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("firstWindow", first);
        beside.put("lastWindow", end);
        beside.put("lastToFirst", end / first);
        beside.put("mebibytesFirstWindow", early / MEBIBYTE);
        beside.put("mebibytesAfterwards", late / MEBIBYTE);
        beside.put("mebibytesOverTime", sizes(samples));
        beside.put("runsKeptByPolicy", keep);
        beside.put("runsLeft", left);
        beside.put("seconds", seconds);
        boolean met =
                end >= (1 - DRIFT_MAX) * first
                        && left <= KEPT_TIMES_MAX * keep
                        && late <= GROWTH_MAX * early;
        String what =
                "5-step machine for %.0f s, retention keeps %,d runs; all of the time"
                        .formatted(seconds, keep);
        double value = samples.getLast().since(samples.getFirst());
        return new Result(name(), what, value, "steps/s", BAR, met, beside);
    }

    private static double largest(List<Sample> samples) {
        return samples.stream().mapToLong(Sample::bytes).max().orElseThrow();
    }

    private static List<Long> sizes(List<Sample> samples) {
        List<Long> sizes = new ArrayList<>();
        int last = samples.size() - 1;
        for (int i = 0; i <= SIZES_SHOWN; i++) {
            sizes.add(Math.round(samples.get(last * i / SIZES_SHOWN).bytes() / MEBIBYTE));
        }
        return sizes;
    }

    /// Returns the size of the store: its file and its write-ahead log.
    private static long bytes(Path home) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(home)) {
            files =
                    all.filter(file -> file.getFileName().toString().startsWith("pawl.db"))
                            .toList();
        }
        long bytes = 0;
        for (Path file : files) bytes += Files.size(file);
        return bytes;
    }

    private static Duration ofMillis(long millis) {
        return Duration.ofMillis(millis);
    }

    private record Pace(Duration every, int count) {}

    private record Sample(long nanos, long steps, long bytes) {
        double since(Sample before) {
            return (steps - before.steps) / ((nanos - before.nanos) / 1e9);
        }
    }
}
