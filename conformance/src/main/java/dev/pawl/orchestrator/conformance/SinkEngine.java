package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Uniqueness;
import dev.pawl.machine.Writing;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// An engine in whose transactions a sink writes, without an orchestrator.
final class SinkEngine implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final String MACHINE = "conformance-write";

    private final CheckedProvider subject;
    private final AtomicReference<Writing> next = new AtomicReference<>(_ -> {});
    private final Machine<Request, Answer> machine;
    private final Engine engine;

    private SinkEngine(CheckedProvider subject, String store) {
        this.subject = subject;
        this.machine =
                Machine.named(MACHINE, Request.class, Answer.class)
                        .step("write", a -> a.next(new Answer("written")).writing(next.get()))
                        .unique(Uniqueness.ALLOW)
                        .build();
        this.engine =
                Engine.open(
                        subject.stores().open(store),
                        options -> {
                            options.machines(machine).host(subject.host());
                            subject.tables().forEach(options::tables);
                        });
    }

    static SinkEngine open(CheckedProvider subject, String store) {
        return new SinkEngine(subject, store);
    }

    /// Writes in one transaction; returns why that was rolled back, or empty.
    Optional<String> write(Writing writing) throws InterruptedException {
        next.set(writing);
        RunId id = engine.start(machine.start(new Request("write")));
        Run run =
                engine.awaitEnd(id, LONGEST)
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "expected a batch to be written within %s, found run %s"
                                                .formatted(LONGEST, id)));
        return run.status() == RunStatus.COMPLETED
                ? Optional.empty()
                : Optional.of(String.valueOf(run.condition().ending()));
    }

    List<?> items() {
        return subject.items().apply(engine::query);
    }

    @Override
    public void close() {
        engine.close();
    }

    private record Request(String what) {}

    private record Answer(String what) {}
}
