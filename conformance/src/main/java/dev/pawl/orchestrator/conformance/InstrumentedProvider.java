package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.broker.PermitTerms;
import dev.pawl.orchestrator.limit.ErrorBudget.Action;
import dev.pawl.orchestrator.limit.ErrorBudget.Allowance;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RecordChunk;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.SourceReader;
import dev.pawl.orchestrator.provider.WriteResult;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// The checked provider with a source that can halt and a sink that reports its writes.
///
/// It has no dependencies, so it runs alone, and bad records do not stop it.
final class InstrumentedProvider {
    private static final Allowance ANY = new Allowance(1, 200, 20, Allowance.ANY, Action.CONTINUE);

    private final Provider<Object, Object> original;
    private final Host host;
    private final BatchCrash crash;
    private final AtomicBoolean halting = new AtomicBoolean();
    private final Signal halted = new Signal();

    InstrumentedProvider(Provider<Object, Object> original, Host host, BatchCrash crash) {
        this.original = original;
        this.host = host;
        this.crash = crash;
    }

    String id() {
        return original.id();
    }

    Provider<Object, Object> provider(int batchSize, int permits) {
        ProviderConfig config = original.config();
        PermitTerms terms = config.terms();
        PermitTerms alone =
                new PermitTerms(
                        terms.priority(), terms.weight(), Math.min(1, terms.min()), permits);
        ProviderConfig adapted =
                config.after()
                        .batches(batchSize)
                        .retries(0, config.retryDelay())
                        .terms(alone)
                        .limits(config.limits().errors(ANY));
        return new Provider<>(
                adapted, this::open, original.mapping(), new ReportingSink(original.sink()));
    }

    /// Sets whether readings halt after their first chunk.
    void halting(boolean wanted) {
        halting.set(wanted);
    }

    /// Waits for a reading that halts, until a time.
    boolean awaitHalt(Instant until) throws InterruptedException {
        return host.await(halted, until);
    }

    private SourceReader<Object> open(ReadOptions options) throws Exception {
        return new HaltingReader(original.source().open(options));
    }

    /// Halts until it is interrupted.
    private void halt() throws InterruptedException {
        host.raise(halted);
        boolean raised = host.await(new Signal(), Instant.MAX);
        assert !raised;
    }

    private final class HaltingReader implements SourceReader<Object> {
        private final SourceReader<Object> reading;
        private boolean started;

        HaltingReader(SourceReader<Object> reading) {
            this.reading = reading;
        }

        @Override
        public @Nullable RecordChunk<Object> next(int atMost) throws Exception {
            if (started && halting.get()) halt();
            started = true;
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

    private final class ReportingSink implements Sink<Object> {
        private final Sink<Object> sink;

        ReportingSink(Sink<Object> sink) {
            this.sink = sink;
        }

        @Override
        public WriteResult write(Transaction tx, Batch<Object> batch) throws Exception {
            WriteResult written = sink.write(tx, batch);
            crash.batchWritten();
            return written;
        }

        @Override
        public WriteResult complete(Transaction tx, Cycle cycle) throws Exception {
            WriteResult written = sink.complete(tx, cycle);
            crash.batchWritten();
            return written;
        }
    }
}
