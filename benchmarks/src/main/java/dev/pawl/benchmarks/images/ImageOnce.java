package dev.pawl.benchmarks.images;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.servers.Directories;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One image from S3 to an activated snapshot, beside `curl`, `sha256sum` and `tar`.
final class ImageOnce implements Row {
    private static final double TIMES_MAX = 1.6;
    private static final String BAR =
            "at most 1.6 × the faster way of curl, sha256sum and tar x, fsynced";

    @Override
    public String name() {
        return "image-once";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        SampleImage image =
                new SampleImage(
                        at.scale().of(20_000, 2_000, 20),
                        at.scale().of(500_000_000L, 50_000_000L, 100_000L),
                        1);
        int rounds = at.scale().of(3, 2, 1);
        try (Scratch scratch = at.scratch("image-once");
                ImageServer shelf = ImageServer.open(scratch.path())) {
            shelf.put("one.tar", image);
            List<Round> all = new ArrayList<>();
            for (int number = 0; number <= rounds; number++) {
                Round round = round(scratch, shelf);
                at.say(
                        "image-once, %s: %s seconds"
                                .formatted(number == 0 ? "warm-up" : "round " + number, round));
                if (number > 0) all.add(round);
            }
            return result(image, all);
        }
    }

    private static Round round(Scratch scratch, ImageServer shelf) throws Exception {
        return new Round(
                byHand(ShellCommands.FILE, scratch, shelf),
                byHand(ShellCommands.PIPE, scratch, shelf),
                pawl(scratch, shelf));
    }

    private static double byHand(ShellCommands way, Scratch scratch, ImageServer shelf)
            throws Exception {
        Path directory = scratch.resolve("by-hand");
        double seconds = way.measure(directory, shelf.url("one.tar"));
        Directories.delete(directory);
        ShellCommands.settle(scratch.path());
        return seconds;
    }

    private static double pawl(Scratch scratch, ImageServer shelf) throws Exception {
        Path home = scratch.resolve("home");
        double seconds;
        try (ImagesSystem site = ImagesSystem.open(home)) {
            long start = System.nanoTime();
            ProcessResponse made = site.process(shelf.source(), "one.tar");
            seconds = (System.nanoTime() - start) / 1e9;
            if (!made.activate().active()) throw new IllegalStateException("it is not active");
        }
        Directories.delete(home);
        ShellCommands.settle(scratch.path());
        return seconds;
    }

    private Result result(SampleImage image, List<Round> rounds) {
        double file = median(rounds.stream().map(Round::file).toList());
        double pipe = median(rounds.stream().map(Round::pipe).toList());
        double pawl = median(rounds.stream().map(Round::pawl).toList());
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("pawlSeconds", pawl);
        beside.put("byHandThroughAFileSeconds", file);
        beside.put("byHandThroughAPipeSeconds", pipe);
        beside.put("rounds", rounds.size());
        double value = pawl / Math.min(file, pipe);
        String what =
                "an image of %,d files and %,d bytes from S3 on loopback to activated"
                        .formatted(image.files(), image.bytes());
        return new Result(name(), what, value, "×", BAR, value <= TIMES_MAX, beside);
    }

    static double median(List<Double> all) {
        List<Double> sorted = new ArrayList<>(all);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    /// Seconds of one round.
    private record Round(double file, double pipe, double pawl) {}
}
