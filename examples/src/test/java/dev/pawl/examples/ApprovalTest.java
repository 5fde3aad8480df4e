package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.diagram.Diagrams;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// How to test a machine: in virtual time, and with a crash at every write.
class ApprovalTest {
    private static final WaitForApproval.Draft DRAFT = new WaitForApproval.Draft("novel");

    @Test
    void isDiscardedWithoutAnAnswer() throws Exception {
        try (SimEngine sim = SimEngine.of(WaitForApproval.PUBLISH)) {
            var start = WaitForApproval.PUBLISH.start(DRAFT).delay(Duration.ofDays(30));
            RunId id = sim.call(engine -> engine.start(start));

            sim.pass(Duration.ofDays(31));

            assertThat(sim.engine().run(id).state()).isEqualTo("discarded");
        }
    }

    @Test
    void isPublishedEvenIfTheProcessCrashesAfterTheApproval() throws Exception {
        try (SimEngine sim = SimEngine.of(WaitForApproval.PUBLISH)) {
            RunId id = sim.call(engine -> engine.start(WaitForApproval.PUBLISH.start(DRAFT)));
            sim.perform(engine -> engine.send(id, new WaitForApproval.Approved("ana")));

            sim.restart();

            Run run = sim.call(engine -> engine.awaitEnd(id, Duration.ofDays(1)).orElseThrow());
            assertThat(run.state()).isEqualTo("published");
        }
    }

    @Test
    void endsTheSameWhereverTheProcessCrashes() {
        CrashMatrix.of(WaitForApproval.PUBLISH, DRAFT).check();
    }

    @Test
    void hasTheDiagramOfTheGuide() {
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
}
