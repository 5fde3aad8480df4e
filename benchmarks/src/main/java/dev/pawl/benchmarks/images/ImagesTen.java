package dev.pawl.benchmarks.images;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import dev.pawl.engine.Engine;
import dev.pawl.run.RunId;
import dev.pawl.servers.HttpFault;
import dev.pawl.servers.HttpFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Ten images at once from a slow source: five downloads and two unpackings at a time.
final class ImagesTen implements Row {
    private static final int IMAGES = 10;
    private static final int DOWNLOADS = 5;
    private static final int UNPACKINGS = 2;
    private static final double TIMES_MAX = 1.3;
    private static final String BAR =
            "at most 1.3 × what the limits allow, never more than 5 downloads and 2 unpackings";

    @Override
    public String name() {
        return "images-ten";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int files = at.scale().of(500, 500, 20);
        long bytes = at.scale().of(20_000_000L, 20_000_000L, 100_000L);
        Duration latency = Duration.ofMillis(at.scale().of(4_000, 1_000, 50));
        try (Scratch scratch = at.scratch("images-ten");
                ImageServer shelf = ImageServer.open(scratch.path());
                HttpFaults slow = HttpFaults.start(shelf.server().port());
                ImagesSystem site = ImagesSystem.open(scratch.resolve("home"))) {
            String source = ImageServer.source(slow.url());
            for (int i = 0; i <= IMAGES; i++) {
                shelf.put("%d.tar".formatted(i), new SampleImage(files, bytes, i));
                slow.script("GET", new HttpFault.Meanwhile(() -> sleep(latency)));
            }
            Spans alone = Spans.of(site.engine(), List.of(run(site, source, 0)));
            long start = System.nanoTime();
            List<RunId> runs = new ArrayList<>();
            for (int i = 1; i <= IMAGES; i++) {
                runs.add(site.engine().start(site.start(source, "%d.tar".formatted(i))));
            }
            for (RunId run : runs) await(site.engine(), run);
            double seconds = (System.nanoTime() - start) / 1e9;
            return result(seconds, alone, Spans.of(site.engine(), runs));
        }
    }

    private static RunId run(ImagesSystem site, String source, int number)
            throws InterruptedException {
        RunId id = site.engine().start(site.start(source, "%d.tar".formatted(number)));
        await(site.engine(), id);
        return id;
    }

    private static void await(Engine engine, RunId run) throws InterruptedException {
        if (engine.awaitEnd(run, ImagesSystem.TIME_MAX).isEmpty()) {
            throw new IllegalStateException("run %s has not ended".formatted(run));
        }
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Result result(double seconds, Spans alone, Spans ten) {
        double download = alone.seconds("download-image");
        double unpack = alone.seconds("unpack-image");
        double activate = alone.seconds("activate-image");
        double rounds = (double) IMAGES / DOWNLOADS;
        double pairs = (double) IMAGES / UNPACKINGS;
        double bound = activate + Math.max(rounds * download + unpack, download + pairs * unpack);
        int downloads = ten.most("download-image");
        int unpackings = ten.most("unpack-image");
        Map<String, Object> beside = new LinkedHashMap<>();
        beside.put("seconds", seconds);
        beside.put("boundSeconds", bound);
        beside.put("aloneDownloadSeconds", download);
        beside.put("aloneUnpackSeconds", unpack);
        beside.put("aloneActivateSeconds", activate);
        beside.put("mostDownloads", downloads);
        beside.put("mostUnpackings", unpackings);
        double value = seconds / bound;
        boolean met = value <= TIMES_MAX && downloads <= DOWNLOADS && unpackings <= UNPACKINGS;
        String what = "ten images at once, against what one alone and the limits allow";
        return new Result(name(), what, value, "×", BAR, met, beside);
    }
}
