package dev.pawl.cli.images;

import dev.pawl.cli.shell.Shell;
import dev.pawl.images.ProgressBoard;
import java.util.List;

/// One line on the terminal that says how far an image is: phase, bytes, files, rate, time left.
final class Meter {
    private static final double MEBI = 1 << 20;

    private final Shell shell;
    private String phase = "";
    private boolean shown;

    Meter(Shell shell) {
        this.shell = shell;
    }

    void show(List<ProgressBoard.Reading> readings) {
        if (shell.json || readings.isEmpty()) return;
        ProgressBoard.Reading now = readings.getFirst();
        boolean begins = !phase.equals(now.phase());
        phase = now.phase();
        if (shell.paint.isTerminal()) {
            shell.err.print("\r\u001b[K" + line(now));
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

    static String line(ProgressBoard.Reading now) {
        ProgressBoard.Amounts done = now.amounts();
        StringBuilder line = new StringBuilder(now.phase());
        line.append("  %.1f MiB".formatted(done.bytes() / MEBI));
        if (done.totalBytes() > 0) {
            line.append(
                    " of %.1f (%d%%)"
                            .formatted(
                                    done.totalBytes() / MEBI,
                                    100 * done.bytes() / done.totalBytes()));
        }
        if (done.files() > 0) line.append("  %,d files".formatted(done.files()));
        double rate = now.rate();
        if (rate == 0) return line.toString();
        line.append("  %.1f MiB/s".formatted(rate / MEBI));
        if (done.totalBytes() > done.bytes()) {
            long left = Math.round((done.totalBytes() - done.bytes()) / rate);
            line.append("  %d s left".formatted(left));
        }
        return line.toString();
    }
}
