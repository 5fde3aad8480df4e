package dev.pawl.benchmarks;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.benchmarks.load.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How long `./pawl runs` takes on a large store, from the start of the process to its end.
final class Listing implements Row {
    /// The system property that names the launcher (default: `./pawl`).
    static final String LAUNCHER = "pawl.launcher";

    private static final double SECONDS_MAX = 1;
    private static final String BAR = "at most 1 s";
    private static final int TIMES = 5;

    /// The first call may build the command.
    private static final Duration FIRST_MAX = Duration.ofMinutes(10);

    private static final Duration CALL_MAX = Duration.ofMinutes(1);

    private final Path launcher;

    Listing(Path launcher) {
        this.launcher = launcher.toAbsolutePath();
    }

    static Listing ofLauncher() {
        return new Listing(Path.of(System.getProperty(LAUNCHER, "pawl")));
    }

    @Override
    public String name() {
        return "list";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        if (!Files.isExecutable(launcher)) {
            return Result.skipped(
                    this,
                    "there is no launcher %s: work in Pawl's directory, or name it with -D%s"
                            .formatted(launcher, LAUNCHER));
        }
        int runs = at.scale().of(MillionRuns.RUNS, MillionRuns.QUICK_RUNS, MillionRuns.TINY_RUNS);
        Path home = WaitingRuns.home(at, runs);
        at.say("list: %d times %s runs, on %,d runs".formatted(TIMES + 1, launcher, runs));
        try (Scratch scratch = at.scratch("list")) {
            Call first = call(home, scratch, FIRST_MAX);
            if (first.exit() != 0 || first.bytes() == 0) {
                String why =
                        "'%s runs' ended with %d and %d bytes of output"
                                .formatted(launcher, first.exit(), first.bytes());
                return Result.skipped(this, why);
            }
            List<Double> seconds = new ArrayList<>();
            for (int i = 0; i < TIMES; i++) seconds.add(call(home, scratch, CALL_MAX).seconds());
            return result(new Samples(seconds), first, runs);
        }
    }

    private Result result(Samples seconds, Call first, int runs) {
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("best", seconds.least());
        beside.put("slowest", seconds.greatest());
        beside.put("firstCall", first.seconds());
        beside.put("outputBytes", first.bytes());
        beside.put("runs", runs);
        double median = seconds.median();
        String what =
                "./pawl runs on a store of %,d runs, process start to output; median of %d"
                        .formatted(runs, TIMES);
        return new Result(name(), what, median, "s", BAR, median <= SECONDS_MAX, beside);
    }

    private Call call(Path home, Scratch scratch, Duration atMost)
            throws IOException, InterruptedException {
        Path output = scratch.resolve("output");
        ProcessBuilder command =
                new ProcessBuilder(launcher.toString(), "runs", "--home", home.toString())
                        .redirectOutput(output.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT);
        long start = System.nanoTime();
        Process process = command.start();
        if (!process.waitFor(atMost)) {
            process.destroyForcibly();
            throw new IllegalStateException("%s has not ended in %s".formatted(launcher, atMost));
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Call(seconds, process.exitValue(), Files.size(output));
    }

    private record Call(double seconds, int exit, long bytes) {}
}
