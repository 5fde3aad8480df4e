package dev.pawl.testkit.diagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.testkit.diagram.Diagram.Edge;
import dev.pawl.testkit.diagram.Diagram.Kind;
import dev.pawl.testkit.diagram.Diagram.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Parses the diagrams of the specification documents; `-Dpawl.documents=` names their directory.
final class DiagramSpecificationTest {
    @Test
    void theMacroLifecycleIsReadByItsHeading() {
        Diagram macro = Diagrams.under(document("000"), "Macro FSM States");
        assertThat(macro.edges()).hasSize(8);
        assertThat(macro.edges()).contains(new Edge("DRAINING", "[*]", "Shutdown complete"));
        assertThat(macro.states())
                .extracting(State::id)
                .containsExactly("BOOTSTRAPPING", "ORCHESTRATING", "DRAINING", "STABILIZING");
    }

    @Test
    void theProviderLifecycleIsReadByItsHeading() {
        Diagram provider = Diagrams.under(document("000"), "Provider FSM States");
        assertThat(provider.edges()).hasSize(15);
        assertThat(provider.edges())
                .contains(new Edge("RUNNING", "WAITING_BACKOFF", "OnRateLimited (429)"));
        assertThat(provider.states()).hasSize(7);
    }

    @Test
    void theRunLifecycleHasCompositesAndChoices() {
        Diagram run = Diagrams.at(document("003"), 0);
        assertThat(run.composites()).containsExactly("WorkersRunning", "Consolidating");
        assertThat(run.states())
                .filteredOn(state -> state.kind() == Kind.CHOICE)
                .extracting(State::id)
                .containsExactly("ConsolidationCheck", "WatermarkUpdate");
        assertThat(run.withoutChoices().edges())
                .contains(
                        new Edge(
                                "WorkersRunning",
                                "ConsolidationSkipped",
                                "All workers finished [failedWorkers > 0]"))
                .contains(new Edge("Consolidating/[*]", "ValidatingRun"));
        assertThat(run.states())
                .contains(
                        new State(
                                "ApplyingPricing", "ApplyingPricing", Kind.STATE, "Consolidating"));
    }

    @Test
    void theWorkerAndTheWatermarkLifecyclesAreRead() {
        assertThat(Diagrams.in(document("003"))).hasSize(3);
        assertThat(Diagrams.under(document("003"), "Worker State Machine").edges()).hasSize(23);
        Diagram watermark = Diagrams.under(document("003"), "Watermark State Machine");
        assertThat(watermark.edges()).hasSize(9);
    }

    @Test
    void theControllerLifecycleIsRead() {
        Diagram phases = Diagrams.at(document("004"), 0);
        assertThat(phases.edges())
                .hasSize(10)
                .contains(new Edge("progressing", "degraded", "timeout | crashloop | conflict"));
    }

    @Test
    void everyDocumentIsParsedWithoutErrors() {
        int diagrams = 0;
        for (Path path : documents()) diagrams += Diagrams.in(read(path)).size();
        assertThat(diagrams).isPositive();
    }

    private static String document(String prefix) {
        return documents().stream()
                .filter(path -> path.getFileName().toString().startsWith(prefix))
                .map(DiagramSpecificationTest::read)
                .findFirst()
                .orElseThrow();
    }

    /// Looks beside the project, whether the tests are started from its root or from the module.
    private static List<Path> documents() {
        String chosen = System.getProperty("pawl.documents");
        Stream<String> places =
                chosen == null
                        ? Stream.of("../shared/seeds", "../../shared/seeds")
                        : Stream.of(chosen);
        Path folder = places.map(Path::of).filter(Files::isDirectory).findFirst().orElse(null);
        assumeTrue(
                folder != null, "the specification documents are not here: set -Dpawl.documents=");
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(path -> path.toString().endsWith(".txt")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
