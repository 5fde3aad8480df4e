package dev.pawl.cli.images;

import dev.pawl.cli.shell.Shell;
import dev.pawl.images.machine.ProgressBoard;
import java.util.List;

/// The progress of an image as one line: phase, bytes, files, rate and remaining time.
final class ImageProgressLine {
    private static final double MEBI = 1 << 20;

    private final Shell shell;
    private String phase = "";
    private boolean shown;

    ImageProgressLine(Shell shell) {
        this.shell = shell;
    }

    void show(List<ProgressBoard.Progress> progress) {
        if (shell.json || progress.isEmpty()) return;
        ProgressBoard.Progress now = progress.getFirst();
        boolean starts = !phase.equals(now.phase());
        phase = now.phase();
        if (shell.paint.isTerminal()) {
            shell.err.print("\r\u001b[K" + line(now));
            shown = true;
        } else if (starts) {
            shell.err.println(now.phase() + "…");
        }
        shell.err.flush();
    }

    void clear() {
        if (!shown) return;
        shell.err.print("\r\u001b[K");
        shell.err.flush();
    }

    static String line(ProgressBoard.Progress now) {
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
