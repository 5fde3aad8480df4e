package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.broker.Terms;
import dev.pawl.orchestrator.limit.ErrorBudget.Action;
import dev.pawl.orchestrator.limit.ErrorBudget.Allowance;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.Reading;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.Written;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// A provider on a stage: one's own, with eyes at its sink and a gate before its source.
///
/// It depends on nobody, so that it can be run alone, and bad records do not stop it.
final class Staged {
    private static final Allowance ANY = new Allowance(1, 200, 20, Allowance.ANY, Action.CONTINUE);

    private final Provider<Object, Object> played;
    private final Host host;
    private final AtomicBoolean written = new AtomicBoolean();
    private final AtomicBoolean halting = new AtomicBoolean();
    private final Signal halted = new Signal();

    Staged(Provider<Object, Object> played, Host host) {
        this.played = played;
        this.host = host;
    }

    String id() {
        return played.id();
    }

    Provider<Object, Object> provider(int batchSize, int permits) {
        ProviderConfig config = played.config();
        Terms terms = config.terms();
        Terms alone =
                new Terms(terms.priority(), terms.weight(), Math.min(1, terms.min()), permits);
        ProviderConfig staged =
                config.after()
                        .batches(batchSize)
                        .retries(0, config.retryDelay())
                        .terms(alone)
                        .pace(config.pace().errors(ANY));
        return new Provider<>(staged, this::open, played.mapping(), new Seen(played.sink()));
    }

    /// Returns whether the sink has written since this was last asked.
    boolean takeWritten() {
        return written.getAndSet(false);
    }

    /// Lets readings halt after their first portion, or no more.
    void halting(boolean wanted) {
        halting.set(wanted);
    }

    /// Waits for a reading that halts, until a time.
    boolean awaitHalt(Instant until) throws InterruptedException {
        return host.await(halted, until);
    }

    private Reading<Object> open(Opening opening) throws Exception {
        return new Halting(played.source().open(opening));
    }

    /// Halts until it is interrupted.
    private void halt() throws InterruptedException {
        host.raise(halted);
        boolean raised = host.await(new Signal(), Instant.MAX);
        assert !raised;
    }

    private final class Halting implements Reading<Object> {
        private final Reading<Object> reading;
        private boolean begun;

        Halting(Reading<Object> reading) {
            this.reading = reading;
        }

        @Override
        public @Nullable Portion<Object> next(int atMost) throws Exception {
            if (begun && halting.get()) halt();
            begun = true;
            return reading.next(atMost);
        }

        @Override
        public long expected() {
            return reading.expected();
        }

        @Override
        public void close() throws IOException {
            reading.close();
        }
    }

    private final class Seen implements Sink<Object> {
        private final Sink<Object> sink;

        Seen(Sink<Object> sink) {
            this.sink = sink;
        }

        @Override
        public Written write(Transaction tx, Batch<Object> batch) throws Exception {
            written.set(true);
            return sink.write(tx, batch);
        }

        @Override
        public Written complete(Transaction tx, Cycle cycle) throws Exception {
            written.set(true);
            return sink.complete(tx, cycle);
        }
    }
}
