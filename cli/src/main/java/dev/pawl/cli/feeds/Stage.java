package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.demo.Narrator;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Where a demonstration is seen: what is told and, on a terminal, the tree below it as it changes.
final class Stage implements Narrator, AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final Shell shell;
    private final Tree tree;
    private final CountDownLatch over = new CountDownLatch(1);

    private Stage(Shell shell) {
        this.shell = shell;
        this.tree = new Tree(shell);
    }

    /// Returns a stage that asks for a new look again and again where there is somebody to watch.
    static Stage open(Shell shell, Supplier<Look> looks) {
        Stage stage = new Stage(shell);
        if (stage.isWatched()) Thread.ofVirtual().start(() -> stage.watch(looks));
        return stage;
    }

    private boolean isWatched() {
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
    public void linger() throws InterruptedException {
        if (isWatched()) TimeUnit.MILLISECONDS.sleep(LINGER.toMillis());
    }

    private void watch(Supplier<Look> looks) {
        try {
            do draw(looks.get());
            while (!over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void draw(Look look) {
        if (over.getCount() > 0) tree.show(look);
    }

    @Override
    public synchronized void close() {
        over.countDown();
        tree.close();
    }
}
