package dev.pawl.benchmarks.images;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An image that is active already, processed again in a running engine.
final class ImageAgain implements Row {
    private static final double MILLIS_MAX = 100;
    private static final String BAR = "under 100 ms, and no question to S3";

    @Override
    public String name() {
        return "image-again";
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
                        2);
        int times = at.scale().of(50, 20, 3);
        try (Scratch scratch = at.scratch("image-again");
                ImageServer shelf = ImageServer.open(scratch.path());
                ImagesSystem site = ImagesSystem.open(scratch.resolve("home"))) {
            shelf.put("one.tar", image);
            var _ = site.process(shelf.source(), "one.tar");
            long asked = shelf.server().requests();
            List<Double> millis = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                long start = System.nanoTime();
                var again = site.process(shelf.source(), "one.tar");
                millis.add((System.nanoTime() - start) / 1e6);
                if (!again.download().alreadyExisted() || again.unpack().unpacked()) {
                    throw new IllegalStateException("it was created again: " + again);
                }
            }
            long questions = shelf.server().requests() - asked;
            double worst = millis.stream().mapToDouble(Double::doubleValue).max().orElse(0);
            Map<String, Object> beside = new LinkedHashMap<>();
            beside.put("medianMillis", ImageOnce.median(millis));
            beside.put("times", times);
            beside.put("questionsToS3", questions);
            String what = "an image that is active already, processed again: the slowest";
            boolean met = worst < MILLIS_MAX && questions == 0;
            return new Result(name(), what, worst, "ms", BAR, met, beside);
        }
    }
}
