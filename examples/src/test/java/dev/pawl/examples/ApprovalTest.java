package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.testkit.Diagrams;
import dev.pawl.testkit.SimHost;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// How a user tests a machine: in virtual time, without sleeping.
class ApprovalTest {
    @Test
    void isDiscardedWhenNobodyAnswers() throws Exception {
        SimHost host = new SimHost(1);

        Run run =
                host.call(() -> {
                    try (Engine engine = open(host)) {
                        RunId id = engine.start(publish("novel").delay(Duration.ofDays(30)));
                        return engine.awaitEnd(id, Duration.ofDays(31)).orElseThrow();
                    }
                });

        assertThat(run.state()).isEqualTo("discarded");
    }

    @Test
    void isPublishedWhenApprovedInTime() throws Exception {
        SimHost host = new SimHost(2);

        Run run =
                host.call(() -> {
                    try (Engine engine = open(host)) {
                        RunId id = engine.start(publish("news"));
                        engine.send(id, new WaitForApproval.Approved("ana"));
                        return engine.awaitEnd(id, Duration.ofDays(1)).orElseThrow();
                    }
                });

        assertThat(run.state()).isEqualTo("published");
    }

    @Test
    void isDrawnAsInTheGuide() {
        Diagrams.matches(
                Diagrams.parse(WaitForApproval.PUBLISH.mermaid()),
                Diagrams.parse(
                        """
                        stateDiagram-v2
                            [*] --> ask
                            ask --> approval
                            approval --> publish: Approved
                            approval --> discard: Rejected
                            approval --> discard: after 0.2s
                            publish --> published
                            published --> [*]
                            discard --> discarded
                            discarded --> [*]
                        """));
    }

    private static Engine open(SimHost host) {
        return Engine.open(
                new MemoryStore(), options -> options.machines(WaitForApproval.PUBLISH).host(host));
    }

    private static dev.pawl.machine.Start<WaitForApproval.Draft> publish(String title) {
        return WaitForApproval.PUBLISH.start(new WaitForApproval.Draft(title));
    }
}
