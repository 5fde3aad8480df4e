package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.ChildJvm;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The heap of a process that loads all sources.
final class FeedHeap implements Row {
    private static final double MEBIBYTES_MAX = 256;
    private static final Duration TIME_MAX = Duration.ofMinutes(10);
    private static final String BAR = "at most 256 MiB while loading";

    @Override
    public String name() {
        return "feed-heap";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        try (Scratch scratch = at.scratch("feed-heap")) {
            Optional<Path> documents = FeedDocuments.find(at.scale(), scratch);
            if (documents.isEmpty()) return Result.skipped(this, FeedLoad.NO_DOCUMENTS);
            List<String> arguments =
                    List.of(scratch.resolve("home").toString(), documents.get().toString());
            try (ChildJvm child =
                    ChildJvm.start(List.of("-Xmx192m"), FeedHeapChild.class, arguments, TIME_MAX)) {
                Map<String, Double> reported = child.all();
                double most = reported.getOrDefault("mebibytes", 0.0);
                Map<String, Object> beside = new LinkedHashMap<>();
                beside.put("seconds", reported.getOrDefault("seconds", 0.0));
                String what = "the most heap in use while all seven sources are loaded";
                return new Result(name(), what, most, "MiB", BAR, most <= MEBIBYTES_MAX, beside);
            }
        }
    }
}
