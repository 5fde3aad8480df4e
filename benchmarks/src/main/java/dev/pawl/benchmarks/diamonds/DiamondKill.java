package dev.pawl.benchmarks.diamonds;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Row;
import dev.pawl.benchmarks.harness.Scratch;
import java.util.LinkedHashMap;
import java.util.Map;

/// A full run whose process is killed when half of the pages are read, and continued by another
/// process; the start of both processes counts.
final class DiamondKill implements Row {
    private static final double RATIO_MAX = 1.15;
    private static final int PARTITIONS = 30;
    private static final int LOOK_MILLIS = 5;
    private static final String BAR =
            "at most 1.15 x the undisturbed time, and one page per partition read again";

    @Override
    public String name() {
        return "diamonds-kill";
    }

    @Override
    public String bar() {
        return BAR;
    }

    @Override
    public Result measure(BenchContext at) throws Exception {
        int stones = DiamondLoad.stones(at);
        try (SimulatedSupplier supplier = SimulatedSupplier.start(stones);
                Scratch scratch = at.scratch("diamonds-kill")) {
            double first = whole(supplier, scratch, "whole-1", stones);
            long before = supplier.pages();
            double second = whole(supplier, scratch, "whole-2", stones);
            double whole = Math.min(first, second);
            long pages = supplier.pages() - before;
            at.say("diamonds-kill: undisturbed %.1f s, %,d pages".formatted(whole, pages));
            double killed = killed(supplier, scratch, pages, stones);
            long again = supplier.pages() - before - 2 * pages;
            double ratio = killed / whole;
            Map<String, Object> beside = new LinkedHashMap<>();
            beside.put("seconds", killed);
            beside.put("undisturbedSeconds", whole);
            beside.put("pages", pages);
            beside.put("pagesReadAgain", again);
            beside.put("stones", stones);
            boolean met = ratio <= RATIO_MAX && again <= PARTITIONS;
            String what = "a full run that is killed at half: time beside an undisturbed one";
            return new Result(name(), what, ratio, "x", BAR, met, beside);
        }
    }

    private static double whole(
            SimulatedSupplier supplier, Scratch scratch, String name, int stones) throws Exception {
        String home = scratch.resolve(name).toString();
        long startedAt = System.nanoTime();
        try (LoadProcess load = LoadProcess.start(LoadChild.Mode.SQLITE, supplier, home)) {
            load.load(stones);
            return seconds(startedAt);
        }
    }

    private static double killed(
            SimulatedSupplier supplier, Scratch scratch, long pages, int stones) throws Exception {
        String home = scratch.resolve("killed").toString();
        long half = supplier.pages() + pages / 2;
        long startedAt = System.nanoTime();
        try (LoadProcess load = LoadProcess.start(LoadChild.Mode.SQLITE, supplier, home)) {
            load.go();
            while (supplier.pages() < half) Thread.sleep(LOOK_MILLIS);
            load.kill();
        }
        try (LoadProcess next = LoadProcess.start(LoadChild.Mode.RESUME_SQLITE, supplier, home)) {
            next.load(stones);
            return seconds(startedAt);
        }
    }

    private static double seconds(long startedAt) {
        return (System.nanoTime() - startedAt) / 1e9;
    }
}
