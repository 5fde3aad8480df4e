package dev.pawl.cli.demo;

import dev.pawl.cli.screen.Paint;
import java.io.PrintWriter;
import java.util.Map;

/// Shows how many orders have passed each step: as bars on a terminal, otherwise as lines.
final class DemoProgress {
    private static final int LINE_EVERY = 10;

    private final PrintWriter out;
    private final Paint paint;
    private int drawn;
    private int printed;

    DemoProgress(PrintWriter out, Paint paint) {
        this.out = out;
        this.paint = paint;
    }

    void show(Map<String, Integer> done) {
        if (paint.isTerminal()) draw(done);
        else print(done);
        out.flush();
    }

    /// Prints a line below the bars; the next bars are drawn below that line.
    void say(String line) {
        drawn = 0;
        out.println(line);
        out.flush();
    }

    private void draw(Map<String, Integer> done) {
        if (drawn > 0) out.print("\u001b[" + drawn + "A");
        for (String step : DemoWorker.STEPS) {
            int count = done.getOrDefault(step, 0);
            String bar = "█".repeat(count * 2) + "░".repeat((DemoWorker.ORDERS - count) * 2);
            out.println(
                    "\r\u001b[K  %-8s %s %2d/%d"
                            .formatted(step, paint.cyan(bar), count, DemoWorker.ORDERS));
        }
        drawn = DemoWorker.STEPS.size();
    }

    private void print(Map<String, Integer> done) {
        int sum = done.values().stream().mapToInt(Integer::intValue).sum();
        if (sum < printed + LINE_EVERY) return;
        printed = sum - sum % LINE_EVERY;
        out.println(
                "  %d of %d steps recorded %s"
                        .formatted(sum, DemoWorker.ORDERS * DemoWorker.STEPS.size(), done));
    }
}
