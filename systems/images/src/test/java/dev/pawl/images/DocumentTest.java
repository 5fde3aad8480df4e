package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.engine.QueueSettings;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.State;
import dev.pawl.testkit.diagram.Diagram;
import dev.pawl.testkit.diagram.Diagrams;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The machines are those of the documents: states, retries, timeouts, queues, recovery.
final class DocumentTest {
    @TempDir private Path home;
    private Images images;

    @BeforeEach
    void open() throws IOException {
        images = Images.in(home, _ -> {});
    }

    private Definition definition(String name) {
        return images.machines().stream()
                .filter(machine -> machine.name().equals(name))
                .map(Machine::definition)
                .findFirst()
                .orElseThrow();
    }

    private List<State.Step> steps(String machine) {
        List<State.Step> steps = new ArrayList<>();
        for (State state : definition(machine).states()) {
            if (state instanceof State.Step step) steps.add(step);
        }
        return steps;
    }

    private List<String> policies(String machine) {
        return steps(machine).stream().map(DocumentTest::policy).toList();
    }

    private static String policy(State.Step step) {
        boolean exponential = step.retry().curve().factor() > 1;
        boolean jitter = step.retry().curve().spread() > 0;
        Duration timeout = step.timeout();
        return "%s | %s%s | %d | %s"
                .formatted(
                        step.name(),
                        exponential ? "Exponential backoff" : "Fixed retry",
                        jitter ? " + jitter" : "",
                        step.retry().retriesMax(),
                        timeout == null ? "-" : timeout.toMinutes() + " min");
    }

    @Test
    void statesRetriesAndTimeoutsAreThoseOfTheTable() {
        assertThat(policies("download-image"))
                .containsExactly(
                        "check-exists | Exponential backoff | 3 | -",
                        "download | Exponential backoff + jitter | 5 | 5 min",
                        "validate | Fixed retry | 2 | -",
                        "store-metadata | Exponential backoff + jitter | 5 | -");
        assertThat(policies("unpack-image"))
                .containsExactly(
                        "check-unpacked | Exponential backoff | 3 | -",
                        "create-device | Fixed retry | 3 | -",
                        "extract-layers | Fixed retry | 2 | 30 min",
                        "verify-layout | Fixed retry | 2 | -",
                        "update-db | Exponential backoff | 5 | -");
        assertThat(policies("activate-image"))
                .containsExactly(
                        "check-snapshot | Exponential backoff | 3 | -",
                        "create-snapshot | Fixed retry | 3 | -",
                        "register | Exponential backoff + jitter | 5 | -");
    }

    @Test
    void theTransitionsAreThoseOfTheDiagrams() {
        Diagrams.matches(
                Diagram.of(edges(definition("unpack-image"))).withoutLabels().withoutTerminals(),
                List.of(
                        new Diagram.Edge("check-unpacked", "create-device"),
                        new Diagram.Edge("check-unpacked", "complete"),
                        new Diagram.Edge("create-device", "extract-layers"),
                        new Diagram.Edge("extract-layers", "verify-layout"),
                        new Diagram.Edge("extract-layers", "create-device"),
                        new Diagram.Edge("verify-layout", "update-db"),
                        new Diagram.Edge("update-db", "complete")));
        Diagrams.matches(
                Diagram.of(edges(definition("download-image"))).withoutLabels().withoutTerminals(),
                List.of(
                        new Diagram.Edge("check-exists", "download"),
                        new Diagram.Edge("check-exists", "complete"),
                        new Diagram.Edge("download", "validate"),
                        new Diagram.Edge("validate", "store-metadata"),
                        new Diagram.Edge("store-metadata", "complete")));
        Diagrams.matches(
                Diagram.of(edges(definition("activate-image"))).withoutLabels().withoutTerminals(),
                List.of(
                        new Diagram.Edge("check-snapshot", "create-snapshot"),
                        new Diagram.Edge("check-snapshot", "complete"),
                        new Diagram.Edge("create-snapshot", "register"),
                        new Diagram.Edge("register", "complete")));
    }

    private static List<Diagram.Edge> edges(Definition definition) {
        return definition.edges().stream()
                .map(edge -> new Diagram.Edge(edge.from(), edge.to()))
                .toList();
    }

    @Test
    void anInterruptedExtractionGoesBackToCreateDevice() {
        State.Step extract =
                steps("unpack-image").stream()
                        .filter(step -> step.name().equals("extract-layers"))
                        .findFirst()
                        .orElseThrow();
        assertThat(extract.recovery().action()).isEqualTo(Recovery.Action.CLEANUP);
        assertThat(extract.recovery().target()).isEqualTo("create-device");
    }

    @Test
    void downloadsAndUnpackingHaveTheirQueuesAndActivationHasNone() {
        assertThat(images.queues())
                .extracting(QueueSettings::name, QueueSettings::concurrency)
                .containsExactly(tuple("downloads", 5), tuple("unpacking", 2));
    }
}
