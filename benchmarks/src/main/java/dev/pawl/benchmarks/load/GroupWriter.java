package dev.pawl.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Lets many threads share one write: all transitions that wait when the writer is free are its
/// next group.
///
/// It is as cheap as possible, so that a yardstick shows the cost of its writes and nothing else:
/// arrivals on a lock-free list, each waiting thread woken separately.
public final class GroupWriter implements AutoCloseable {
    private final Yardstick sink;
    private final AtomicReference<@Nullable Ticket> arrivals = new AtomicReference<>();
    private final Thread writer;
    private volatile boolean closed;

    public GroupWriter(Yardstick sink) {
        this.sink = sink;
        writer = Thread.ofPlatform().name("yardstick-writer").daemon().start(this::loop);
    }

    /// Returns when the transition is durable.
    public void submit(Transition transition) {
        Ticket ticket = new Ticket(transition, Thread.currentThread());
        do {
            ticket.earlier = arrivals.get();
        } while (!arrivals.compareAndSet(ticket.earlier, ticket));
        if (ticket.earlier == null) LockSupport.unpark(writer);
        while (!ticket.done) LockSupport.park(this);
        Exception failure = ticket.failure;
        if (failure != null) throw new IllegalStateException("the yardstick failed", failure);
    }

    /// Ends the writer; no thread may be waiting for it.
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(writer);
        Threads.joinAll(List.of(writer));
    }

    private void loop() {
        while (true) {
            Ticket latest = arrivals.getAndSet(null);
            if (latest != null) {
                serve(latest);
            } else if (closed) {
                return;
            } else {
                LockSupport.park(this);
            }
        }
    }

    private void serve(Ticket latest) {
        List<Ticket> group = new ArrayList<>();
        for (Ticket t = latest; t != null; t = t.earlier) group.add(t);
        List<Transition> transitions = group.reversed().stream().map(t -> t.transition).toList();
        Exception failure = null;
        try {
            sink.write(transitions);
        } catch (Exception e) {
            failure = e;
        }
        for (Ticket ticket : group) {
            ticket.failure = failure;
            ticket.done = true;
            LockSupport.unpark(ticket.thread);
        }
    }

    private static final class Ticket {
        final Transition transition;
        final Thread thread;
        @Nullable Ticket earlier;
        @Nullable Exception failure;
        volatile boolean done;

        Ticket(Transition transition, Thread thread) {
            this.transition = transition;
            this.thread = thread;
        }
    }
}
