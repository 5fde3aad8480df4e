package dev.pawl.engine.internal.kernel;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Host;
import dev.pawl.engine.Listener;
import dev.pawl.engine.LoggingListener;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/// Calls the listeners of an engine; one that throws stops neither the engine nor the others.
///
/// The first error of each listener is reported as a [EngineEvent.TaskFailed] to the others and to
/// the log. Later ones are not: a listener that always throws would flood both.
final class Listeners {
    private final Host host;
    private final List<Listener> all;
    private final AtomicIntegerArray failed;

    Listeners(Host host, List<Listener> all) {
        this.host = host;
        this.all = List.copyOf(all);
        this.failed = new AtomicIntegerArray(all.size());
    }

    void publish(EngineEvent event) {
        for (int i = 0; i < all.size(); i++) {
            try {
                all.get(i).on(event);
            } catch (Throwable e) {
                // A simulated host that crashed throws here again, which is no listener's error.
                host.now();
                report(i, e);
            }
        }
    }

    private void report(int number, Throwable problem) {
        if (failed.getAndSet(number, 1) != 0) return;
        Listener listener = all.get(number);
        String name = "listener " + listener.getClass().getName();
        String text = Kernel.text(problem) + "; its further errors are not reported";
        EngineEvent.TaskFailed report = new EngineEvent.TaskFailed(name, text);
        boolean logged = all.stream().anyMatch(LoggingListener.class::isInstance);
        if (!logged) new LoggingListener().on(report);
        for (int i = 0; i < all.size(); i++) if (i != number) publish(i, report);
    }

    private void publish(int number, EngineEvent.TaskFailed report) {
        try {
            all.get(number).on(report);
        } catch (Throwable e) {
            host.now();
            report(number, e);
        }
    }
}
