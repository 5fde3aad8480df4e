package dev.pawl.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.lifecycle.WorkerState;
import dev.pawl.pipeline.watermark.WatermarkState;
import dev.pawl.testkit.diagram.Diagram;
import dev.pawl.testkit.diagram.Diagram.Edge;
import dev.pawl.testkit.diagram.DiagramAddition;
import dev.pawl.testkit.diagram.Diagrams;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The machines and tables draw the three diagrams of the document, and nothing else but the
/// declared additions.
final class DocumentDiagramTest {
    private static final Pipeline PIPELINE =
            Pipeline.of(options -> options.feed(new NumbersFeed("numbers", 1, 1)));

    private static String document() throws IOException {
        String name = "pipeline-document.txt";
        try (InputStream in = DocumentDiagramTest.class.getResourceAsStream(name)) {
            if (in == null) throw new AssertionError("expected a resource " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static DiagramAddition add(String from, String to, String reason) {
        return new DiagramAddition(from, to, reason);
    }

    /// DIA-1, DIA-2, DIA-3, DIA-4, DIA-5, DIA-6 and DIA-7, with choices, labels and the insides of
    /// the composite states.
    @Test
    void aRunFollowsTheRunDiagram() throws IOException {
        Diagrams.covers(
                PIPELINE.runs(),
                Diagrams.at(document(), 0),
                List.of(
                        add("Consolidating", "Failed", "A3: an error in consolidation"),
                        add("ConsolidationSkipped", "ConsolidationTriggered", "A4: forced"),
                        add("ConsolidationSkipped", "PartitionsAdded", "A12: retried"),
                        add("ConsolidationCheck", "PartitionsAdded", "A12: retried in its delay"),
                        add("ConsolidationCheck", "Failed", "an operator gives up in its delay"),
                        add("WorkersRunning", "PartitionsAdded", "a partition was split"),
                        add("PartitionsAdded", "WorkersRunning", "added partitions are joined"),
                        add("WorkersRunning", "StallCheck", "nothing moved for long"),
                        add("Consolidating", "StallCheck", "nothing moved for long"),
                        add("StallCheck", "WorkersRunning", "waits on"),
                        add("StallCheck", "Consolidating", "waits on"),
                        add("PartitionsAdded", "ConsolidationCheck", "nothing to add"),
                        add("StallCheck", "PartitionsAdded", "a recorded one was not started"),
                        add("PartitionPending", "PartitionFailed", "A5: cancelled"),
                        add("PartitionInProgress", "PartitionFailed", "A5: login refused"),
                        add("FetchingRawBatch", "UpdatingRunMetadata", "A2: no rows at all")));
    }

    /// DIA-6: the table inside of WorkersRunning is the machine of a partition, but for what is not
    /// a transition between its states: the next page, and the end of a cancelled run.
    @Test
    void thePartitionsOfTheDrawingAreThoseOfTheMachine() {
        List<Edge> machine = edges(Diagrams.parse(PIPELINE.partitions().mermaid()));
        List<Edge> table = edges(Diagram.of(PartitionState.TABLE));
        assertThat(table).containsAll(machine);
        assertThat(table)
                .filteredOn(edge -> !machine.contains(edge))
                .containsExactlyInAnyOrder(
                        new Edge("PartitionFetchingPages", "PartitionFetchingPages"),
                        new Edge("PartitionPending", "PartitionFailed"),
                        new Edge("PartitionInProgress", "PartitionFailed"));
    }

    private static List<Edge> edges(Diagram diagram) {
        return diagram.withoutTerminals().withoutLabels().edges();
    }

    /// DIA-17, DIA-18, DIA-19, DIA-20 and DIA-21.
    @Test
    void aWorkerFollowsTheWorkerDiagram() throws IOException {
        Diagrams.covers(
                WorkerState.TABLE,
                Diagrams.under(document(), "Worker State Machine"),
                List.of(
                        add("PartitionInitialized", "CheckIdempotency", "A1: the way in"),
                        add("EnqueueNext", "CheckIdempotency", "A2: the next page"),
                        add("SkipDuplicate", "CheckIdempotency", "A2: at the stored cursor"),
                        add("WorkerCreated", "WorkerFailed", "A5: cancelled"),
                        add("PartitionInitialized", "WorkerFailed", "A5: login refused")));
    }

    /// DIA-32, DIA-33, A6: the diagram has no end, so it is a table and not a machine.
    @Test
    void aWatermarkFollowsTheWatermarkDiagram() throws IOException {
        Diagrams.covers(
                WatermarkState.TABLE,
                Diagrams.under(document(), "Watermark State Machine"),
                List.of(add("NoWatermark", "NoWatermark", "A6: a first run that fails")));
    }
}
