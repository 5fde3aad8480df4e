package dev.pawl.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/// Calls the listeners of an engine; one that throws stops neither the engine nor the others.
///
/// The first error of each listener is reported as a [Happening.TaskFailed] to the others and to
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

    void tell(Happening happening) {
        for (int i = 0; i < all.size(); i++) {
            try {
                all.get(i).on(happening);
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
        Happening.TaskFailed report = new Happening.TaskFailed(name, text);
        boolean logged = all.stream().anyMatch(LoggingListener.class::isInstance);
        if (!logged) new LoggingListener().on(report);
        for (int i = 0; i < all.size(); i++) if (i != number) tell(i, report);
    }

    private void tell(int number, Happening.TaskFailed report) {
        try {
            all.get(number).on(report);
        } catch (Throwable e) {
            host.now();
            report(number, e);
        }
    }
}
