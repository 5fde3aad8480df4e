package dev.pawl.benchmarks.images;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The heap of a process that processes a large image, which may not grow beyond the bar.
final class ImageHeap implements Row {
    private static final double MEBIBYTES_MAX = 128;
    private static final Duration TIME_MAX = Duration.ofMinutes(30);
    private static final String BAR = "at most 128 MiB for an image of 5 GB";

    @Override
    public String name() {
        return "image-heap";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        SampleImage image =
                new SampleImage(
                        at.scale().of(100, 100, 20),
                        at.scale().of(5_000_000_000L, 200_000_000L, 100_000L),
                        3);
        try (Scratch scratch = at.scratch("image-heap");
                ImageServer shelf = ImageServer.open(scratch.path())) {
            at.say("image-heap: writing %,d bytes".formatted(image.bytes()));
            shelf.put("large.tar", image);
            at.say("image-heap: processing them");
            List<String> arguments =
                    List.of(scratch.resolve("home").toString(), shelf.source(), "large.tar");
            try (ChildJvm child =
                    ChildJvm.start(
                            List.of("-Xmx128m"), ImageHeapChild.class, arguments, TIME_MAX)) {
                Map<String, Double> reported = child.all();
                double most = reported.getOrDefault("mebibytes", 0.0);
                Map<String, Object> beside = new LinkedHashMap<>();
                beside.put("seconds", reported.getOrDefault("seconds", 0.0));
                beside.put("heapMaxMebibytes", reported.getOrDefault("heapMax", 0.0));
                String what =
                        "the most heap in use while an image of %,d bytes is processed"
                                .formatted(image.bytes());
                return new Result(name(), what, most, "MiB", BAR, most <= MEBIBYTES_MAX, beside);
            }
        }
    }
}
