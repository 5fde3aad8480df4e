package dev.pawl.testkit.diagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Machine;
import dev.pawl.run.Transitions;
import dev.pawl.testkit.diagram.Diagram.Edge;
import dev.pawl.testkit.diagram.Diagram.Kind;
import dev.pawl.testkit.diagram.Diagram.State;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Documents that draw less than the code has: every drawn edge exists, and every other one is
/// declared with a reason.
final class DiagramCoverageTest {
    private static final Diagram RUN =
            Diagrams.at(PipelineDocument.text(), 0).named("the document");
    private static final Diagram WORKER =
            Diagrams.under(PipelineDocument.text(), "Worker State Machine");
    private static final Diagram WATERMARK =
            Diagrams.under(PipelineDocument.text(), "Watermark State Machine");

    private static final Transitions<Worker, Step> WORKERS =
            Transitions.<Worker, Step>table()
                    .edge(Worker.WORKER_CREATED, Step.GO, Worker.PARTITION_INITIALIZED)
                    .edge(Worker.PARTITION_INITIALIZED, Step.GO, Worker.CHECK_IDEMPOTENCY)
                    .edge(Worker.CHECK_IDEMPOTENCY, Step.GO, Worker.PROCESS_PAGE)
                    .edge(Worker.CHECK_IDEMPOTENCY, Step.LAST, Worker.SKIP_COMPLETED)
                    .edge(Worker.CHECK_IDEMPOTENCY, Step.REPEATED, Worker.SKIP_DUPLICATE)
                    .edge(Worker.PROCESS_PAGE, Step.GO, Worker.FETCH_FROM_NIVODA)
                    .edge(Worker.FETCH_FROM_NIVODA, Step.GO, Worker.WRITE_RAW)
                    .edge(Worker.FETCH_FROM_NIVODA, Step.ERROR, Worker.WORKER_FAILED)
                    .edge(Worker.WRITE_RAW, Step.GO, Worker.UPDATE_PROGRESS)
                    .edge(Worker.UPDATE_PROGRESS, Step.GO, Worker.ENQUEUE_NEXT)
                    .edge(Worker.UPDATE_PROGRESS, Step.LAST, Worker.COMPLETE_PARTITION)
                    .edge(Worker.ENQUEUE_NEXT, Step.GO, Worker.CHECK_IDEMPOTENCY)
                    .edge(Worker.COMPLETE_PARTITION, Step.GO, Worker.WORKER_COMPLETED)
                    .edge(Worker.WORKER_COMPLETED, Step.GO, Worker.INCREMENT_COMPLETED)
                    .edge(Worker.WORKER_FAILED, Step.GO, Worker.INCREMENT_FAILED)
                    .edge(Worker.INCREMENT_COMPLETED, Step.GO, Worker.CHECK_ALL_WORKERS)
                    .edge(Worker.INCREMENT_FAILED, Step.GO, Worker.CHECK_ALL_WORKERS)
                    .edge(Worker.CHECK_ALL_WORKERS, Step.LAST, Worker.TRIGGER_CONSOLIDATION)
                    .edge(Worker.CHECK_ALL_WORKERS, Step.GO, Worker.WAIT_FOR_OTHERS)
                    .edge(Worker.CHECK_ALL_WORKERS, Step.ERROR, Worker.SKIP_CONSOLIDATION)
                    .build();

    /// DIA-1 to DIA-7, DIA-17 to DIA-21, DIA-32 and DIA-33: what the document draws is read.
    @Test
    void theDiagramsOfTheDocumentAreRead() {
        assertThat(RUN.withoutInsides().states())
                .extracting(State::id)
                .containsExactly(
                        "Created",
                        "WorkersRunning",
                        "ConsolidationCheck",
                        "ConsolidationSkipped",
                        "ConsolidationTriggered",
                        "Failed",
                        "Consolidating",
                        "WatermarkUpdate",
                        "Completed");
        assertThat(RUN.withoutInsides().edges()).hasSize(12);
        assertThat(RUN.edges()).hasSize(12 + 6 + 11);
        assertThat(RUN.inside("WorkersRunning").edges())
                .hasSize(6)
                .startsWith(new Edge("[*]", "PartitionPending"));
        assertThat(RUN.inside("Consolidating").edges()).hasSize(11);
        assertThat(WORKER.edges()).hasSize(23);
        assertThat(WORKER.composites()).containsExactly("PartitionProcessing");
        assertThat(WATERMARK.edges()).hasSize(9);
        assertThat(WATERMARK.inside("WatermarkExists").edges()).hasSize(7);
        assertThat(RUN.states().stream().filter(s -> s.kind() == Kind.CHOICE))
                .extracting(State::id)
                .containsExactly("ConsolidationCheck", "WatermarkUpdate");
    }

    /// DIA-1 to DIA-7: a machine prints the diagram of the document, to the letter.
    @Test
    void theMachineOfTheDocumentPrintsItsDiagram() {
        Machine<String, String> machine = PipelineDocument.machine();
        Diagram printed = Diagrams.parse(machine.mermaid());
        assertThat(printed.edges()).containsExactlyInAnyOrderElementsOf(RUN.edges());
        assertThat(printed.states()).containsExactlyInAnyOrderElementsOf(RUN.states());
        Diagrams.matches(machine, RUN);
        Diagrams.covers(machine, RUN, List.of());
    }

    @Test
    void anEdgeThatIsNotDrawnIsAnAdditionWithAReason() {
        Machine<String, String> forced =
                PipelineDocument.machine(w -> w.on(Force.class, "ConsolidationTriggered"));
        Diagrams.covers(
                forced,
                RUN,
                List.of(
                        new DiagramAddition(
                                "ConsolidationSkipped",
                                "consolidation-triggered",
                                "force is in a note only")));
        assertThatThrownBy(() -> Diagrams.covers(forced, RUN, List.of()))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        """
                        machine pipeline-run and the document differ:
                          only in machine pipeline-run, and no addition: \
                        ConsolidationSkipped --> ConsolidationTriggered: Force\
                        """
                                .stripIndent());
    }

    @Test
    void oneReportListsAllDifferences() {
        Machine<String, String> machine =
                Machine.named("doors", String.class, String.class)
                        .step(
                                "closed",
                                a -> a.next(),
                                s -> s.goesTo("locked").labelled("open", "pushed"))
                        .step("open", a -> a.next())
                        .step("locked", a -> a.next(), s -> s.loopsTo("open"))
                        .end("gone")
                        .build();
        Diagram document =
                Diagrams.parse(
                                """
                                stateDiagram-v2
                                    [*] --> Closed
                                    state Open <<choice>>
                                    Closed --> Open: push
                                    Open --> Closed
                                    Locked --> Gone
                                    Gone --> [*]
                                    Painted
                                """)
                        .named("the document");
        List<DiagramAddition> additions =
                List.of(
                        new DiagramAddition("open", "locked", "a key"),
                        new DiagramAddition("OPEN", "Locked", "a key again"),
                        new DiagramAddition("locked", "gone", "fire"),
                        new DiagramAddition("gone", "closed", "rebuilt"));
        assertThatThrownBy(() -> Diagrams.covers(machine, document, additions))
                .hasMessage(
                        """
                        machine doors and the document differ:
                          only in the document: Open --> Closed
                          only in machine doors, and no addition: closed --> locked: go to
                          only in machine doors, and no addition: locked --> open: go to, any number of times
                          addition that is declared twice: OPEN --> Locked (a key again)
                          addition that is not needed, because the document draws it: locked --> gone (fire)
                          addition that is not needed, because machine doors has no such edge: gone --> closed (rebuilt)
                          relabelled: closed --> open is 'pushed' in machine doors and 'push' in the document
                          kind: Open is a state in machine doors and a choice in the document
                          only in the document: state Painted, without edges\
                        """
                                .stripIndent());
    }

    /// DIA-6, DIA-7 and DIA-33: a table is compared with the inside of a state.
    @Test
    void aTableCoversACompositeStateByItsName() {
        Diagrams.covers(PipelineDocument.PARTITION, RUN.inside("WorkersRunning"), List.of());
        Diagrams.covers(PipelineDocument.CONSOLIDATION, RUN.inside("Consolidating"), List.of());
        Diagrams.covers(PipelineDocument.WATERMARK, WATERMARK.inside("WatermarkExists"), List.of());
        assertThatThrownBy(() ->
                        Diagrams.covers(
                                PipelineDocument.PARTITION, RUN.inside("Consolidating"), List.of()))
                .hasMessageStartingWith("the table and Consolidating of the document differ:")
                .hasMessageContaining(
                        "only in Consolidating of the document: [*] --> ValidatingRun")
                .hasMessageContaining("PartitionPending --> PartitionInProgress");
        assertThatThrownBy(() -> RUN.inside("Created"))
                .hasMessage(
                        "expected a composite state 'Created' in the document, found:"
                                + " WorkersRunning, Consolidating");
    }

    /// DIA-17 to DIA-21: an edge of a composite state stands for those of the states inside it, and
    /// what the document lacks is declared (A1, A2).
    @Test
    void aTableCoversADiagramWithACompositeState() {
        DiagramAddition entry =
                new DiagramAddition("PartitionInitialized", "CheckIdempotency", "A1: no way in");
        DiagramAddition exit =
                new DiagramAddition("EnqueueNext", "CheckIdempotency", "A2: no way out");
        Diagrams.covers(WORKERS, WORKER, List.of(entry, exit));
        assertThatThrownBy(() -> Diagrams.covers(WORKERS, WORKER, List.of()))
                .hasMessageContaining("PARTITION_INITIALIZED --> CHECK_IDEMPOTENCY: GO")
                .hasMessageContaining("ENQUEUE_NEXT --> CHECK_IDEMPOTENCY: GO")
                .extracting(e -> e.getMessage().lines().count())
                .isEqualTo(3L);
    }

    @Test
    void startsAndEndsOfATableMustBeThoseThatAreDrawn() {
        Transitions<Worker, Step> table =
                Transitions.<Worker, Step>table()
                        .edge(Worker.WORKER_CREATED, Step.GO, Worker.WORKER_FAILED)
                        .build();
        Diagram wrong =
                Diagrams.parse(
                        """
                        stateDiagram-v2
                            [*] --> WorkerFailed
                            WorkerCreated --> WorkerFailed
                            WorkerCreated --> [*]
                        """);
        assertThatThrownBy(() -> Diagrams.covers(table, wrong, List.of()))
                .hasMessage(
                        """
                        the table and the diagram differ:
                          only in the diagram: [*] --> WorkerFailed
                          only in the diagram: WorkerCreated --> [*]\
                        """
                                .stripIndent());
        Diagram bare = Diagrams.parse("stateDiagram-v2\n WorkerCreated --> WorkerFailed");
        Diagrams.covers(table, bare, List.of());
        assertThatThrownBy(() ->
                        Diagrams.covers(
                                table,
                                bare,
                                List.of(new DiagramAddition("WorkerFailed", "[*]", "it ends"))))
                .hasMessageContaining("starts and ends of the table need not be drawn");
    }

    @Test
    void theInsideOfAStateMustExistUnlessItIsLeftOut() {
        Machine<String, String> hollow =
                Machine.named("hollow", String.class, String.class)
                        .step("outer", a -> a.next())
                        .build();
        Diagram document =
                Diagrams.parse(
                        """
                        stateDiagram-v2
                            [*] --> Outer
                            state Outer {
                                [*] --> Inner
                                state Deep {
                                    [*] --> Bottom
                                }
                                Inner --> Deep
                            }
                            Outer --> Complete
                            Complete --> [*]
                        """);
        Diagrams.covers(hollow, document.withoutInsides(), List.of());
        assertThatThrownBy(() -> Diagrams.covers(hollow, document, List.of()))
                .hasMessageContaining("only in the diagram: Inner --> Deep")
                .hasMessageContaining("only in the diagram: Outer/[*] --> Inner")
                .hasMessageContaining("only in the diagram: Deep/[*] --> Bottom");
        assertThat(document.inside("Outer").edges())
                .extracting(Edge::toString)
                .containsExactly("[*] --> Inner", "Deep/[*] --> Bottom", "Inner --> Deep");
        assertThat(document.inside("Outer").inside("Deep").edges())
                .containsExactly(new Edge("[*]", "Bottom"));
    }

    @Test
    void aLabelIsComparedToTheLetter() {
        Transitions<Worker, Step> table =
                Transitions.<Worker, Step>table()
                        .edge(
                                Worker.WORKER_CREATED,
                                Step.GO,
                                Worker.WORKER_FAILED,
                                "failedWorkers > 0")
                        .build();
        Diagram same =
                Diagrams.parse(
                        "stateDiagram-v2\n WorkerCreated --> WorkerFailed: failedWorkers > 0");
        Diagrams.covers(table, same, List.of());
        Diagrams.covers(table, same.withoutLabels(), List.of());
        Diagram other =
                Diagrams.parse(
                        "stateDiagram-v2\n WorkerCreated --> WorkerFailed: failedWorkers == 0");
        assertThatThrownBy(() -> Diagrams.covers(table, other, List.of()))
                .hasMessageContaining("is 'failedWorkers > 0' in the table and 'failedWorkers ==");
    }

    @Test
    void anAdditionHasTwoStatesAndAReason() {
        assertThatThrownBy(() -> new DiagramAddition("a", "b", " "))
                .hasMessage("expected a reason for the addition a --> b, found none");
        assertThatThrownBy(() -> new DiagramAddition("", "b", "why"))
                .hasMessage("expected the names of two states for an addition, found '' and 'b'");
    }

    private record Force(String reason) {}

    private enum Worker {
        WORKER_CREATED,
        PARTITION_INITIALIZED,
        CHECK_IDEMPOTENCY,
        PROCESS_PAGE,
        SKIP_COMPLETED,
        SKIP_DUPLICATE,
        FETCH_FROM_NIVODA,
        WRITE_RAW,
        UPDATE_PROGRESS,
        ENQUEUE_NEXT,
        COMPLETE_PARTITION,
        WORKER_COMPLETED,
        WORKER_FAILED,
        INCREMENT_COMPLETED,
        INCREMENT_FAILED,
        CHECK_ALL_WORKERS,
        TRIGGER_CONSOLIDATION,
        WAIT_FOR_OTHERS,
        SKIP_CONSOLIDATION
    }

    private enum Step {
        GO,
        LAST,
        REPEATED,
        ERROR
    }
}
