package dev.pawl.cli.feeds.display;

import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.demo.DemoListener;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Shows a demo: its messages and, on a terminal, the tree of sources below them.
public final class LiveView implements DemoListener, AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final Shell shell;
    private final SourceTree tree;
    private final CountDownLatch closed = new CountDownLatch(1);

    private LiveView(Shell shell) {
        this.shell = shell;
        this.tree = new SourceTree(shell);
    }

    /// Opens a view that redraws the tree on a terminal until it is closed.
    public static LiveView open(Shell shell, Supplier<SourcesSnapshot> snapshots) {
        LiveView view = new LiveView(shell);
        if (view.isInteractive()) Thread.ofVirtual().start(() -> view.redraw(snapshots));
        return view;
    }

    private boolean isInteractive() {
        return shell.paint.isTerminal() && !shell.json;
    }

    @Override
    public synchronized void say(String line) {
        if (shell.json) return;
        tree.close();
        shell.say(line);
        shell.out.flush();
    }

    @Override
    public void pause() throws InterruptedException {
        if (isInteractive()) TimeUnit.MILLISECONDS.sleep(LINGER.toMillis());
    }

    private void redraw(Supplier<SourcesSnapshot> snapshots) {
        try {
            do draw(snapshots.get());
            while (!closed.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void draw(SourcesSnapshot snapshot) {
        if (closed.getCount() > 0) tree.show(snapshot);
    }

    @Override
    public synchronized void close() {
        closed.countDown();
        tree.close();
    }
}
