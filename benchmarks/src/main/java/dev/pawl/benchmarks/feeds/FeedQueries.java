package dev.pawl.benchmarks.feeds;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.feeds.item.Urn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// Search and links on loaded data, in the engine that loaded it.
final class FeedQueries implements Row {
    private static final double MILLIS_MAX = 20;
    private static final String BAR = "p99 at most 20 ms";
    private static final int LIMIT = 20;
    private static final List<String> WORDS =
            List.of(
                    "sql injection",
                    "buffer overflow",
                    "cross-site scripting",
                    "password",
                    "kernel",
                    "authentication bypass",
                    "deserialization",
                    "privilege escalation",
                    "audit",
                    "firewall",
                    "remote attackers",
                    "web browser",
                    "log4j",
                    "ssh",
                    "certificate validation",
                    "memory");

    @Override
    public String name() {
        return "feed-questions";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        try (Scratch scratch = at.scratch("feed-questions")) {
            Optional<Path> documents = FeedDocuments.find(at.scale(), scratch);
            if (documents.isEmpty()) return Result.skipped(this, FeedLoad.NO_DOCUMENTS);
            try (FeedsSystem kitchen = FeedsSystem.open(scratch.resolve("home"), documents.get())) {
                var _ = kitchen.load();
                return ask(at, kitchen);
            }
        }
    }

    private Result ask(BenchContext at, FeedsSystem kitchen) {
        ItemQueries base = kitchen.base();
        int times = at.scale().of(2_000, 500, 20);
        List<Urn> urns =
                kitchen.engine()
                        .query(
                                "select urn from feed_items where removed_at is null",
                                row -> Urn.parse(row.text(1)));
        SplittableRandom random = new SplittableRandom(1);
        List<Double> searches = new ArrayList<>();
        List<Double> links = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            String words = WORDS.get(random.nextInt(WORDS.size()));
            searches.add(millis(() -> base.search(words, "", LIMIT)));
            Urn urn = urns.get(random.nextInt(urns.size()));
            links.add(millis(() -> base.links(urn, LIMIT)));
        }
        double worst = Math.max(p99(searches), p99(links));
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("searchP99Millis", p99(searches));
        beside.put("linksP99Millis", p99(links));
        beside.put("times", times);
        beside.put("items", urns.size());
        String what = "search and links on the loaded base, in a running engine: the slower p99";
        return new Result(name(), what, worst, "ms", BAR, worst <= MILLIS_MAX, beside);
    }

    private static double millis(Runnable question) {
        long startedAt = System.nanoTime();
        question.run();
        return (System.nanoTime() - startedAt) / 1e6;
    }

    private static double p99(List<Double> millis) {
        List<Double> sorted = millis.stream().sorted().toList();
        return sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1);
    }
}
