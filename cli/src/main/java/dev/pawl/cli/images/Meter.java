package dev.pawl.cli.images;

import dev.pawl.cli.shell.Shell;
import dev.pawl.images.ProgressBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One line on the terminal that says how far an image is: phase, bytes, files, rate, time left.
final class Meter {
    private static final double MEBI = 1 << 20;

    private final Shell shell;
    private @Nullable Instant since;
    private String phase = "";
    private boolean shown;

    Meter(Shell shell) {
        this.shell = shell;
    }

    void show(List<ProgressBoard.Reading> readings) {
        if (shell.json || readings.isEmpty()) return;
        ProgressBoard.Reading now = readings.getFirst();
        boolean begins = since == null || !phase.equals(now.phase());
        if (begins) {
            since = shell.now();
            phase = now.phase();
        }
        if (shell.paint.isTerminal()) {
            shell.err.print("\r\u001b[K" + line(now, Duration.between(since, shell.now())));
            shown = true;
        } else if (begins) {
            shell.err.println(now.phase() + "…");
        }
        shell.err.flush();
    }

    void clear() {
        if (!shown) return;
        shell.err.print("\r\u001b[K");
        shell.err.flush();
    }

    static String line(ProgressBoard.Reading now, Duration spent) {
        StringBuilder line = new StringBuilder(now.phase());
        line.append("  %.1f MiB".formatted(now.bytes() / MEBI));
        if (now.totalBytes() > 0) {
            line.append(
                    " of %.1f (%d%%)"
                            .formatted(
                                    now.totalBytes() / MEBI, 100 * now.bytes() / now.totalBytes()));
        }
        if (now.files() > 0) line.append("  %,d files".formatted(now.files()));
        double seconds = spent.toMillis() / 1000.0;
        if (seconds < 1) return line.toString();
        double rate = now.bytes() / seconds;
        line.append("  %.1f MiB/s".formatted(rate / MEBI));
        if (now.totalBytes() > now.bytes() && rate > 0) {
            long left = Math.round((now.totalBytes() - now.bytes()) / rate);
            line.append("  %d s left".formatted(left));
        }
        return line.toString();
    }
}
