package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.machine.Machine;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.tables.ProviderTables;
import dev.pawl.run.Transitions;
import dev.pawl.testkit.diagram.Diagram;
import dev.pawl.testkit.diagram.Diagrams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The README of this module matches the code, and so does the specification where it is available
/// beside the repository.
final class DocumentTest {
    private static final Pattern ROW =
            Pattern.compile("\\|\\s*([A-Z_]+)\\s*\\|\\s*([A-Z_]+)\\s*\\|.*");

    @ParameterizedTest
    @EnumSource
    void theDiagramsMatchTheTablesAndTheMachines(Document document) {
        String text = document.text();
        Diagram provider = Diagrams.under(text, document.providerHeading);
        Diagram macro = Diagrams.under(text, document.macroHeading);
        Diagrams.matches(provider.withoutLabels(), ProviderState.TABLE);
        Diagrams.matches(macro.withoutLabels(), MacroState.TABLE);
        List<Machine<?, ?>> machines = Orchestrator.of(List.of(), options -> {}).machines();
        Diagrams.matches(drawn(machines.get(1)), plain(provider));
        Diagrams.matches(drawn(machines.get(0)), plain(macro));
    }

    /// Ends are drawn as `[*]`, or as states without a successor; neither is compared.
    private static Diagram drawn(Machine<?, ?> machine) {
        Diagram all = Diagrams.parse(machine.mermaid());
        List<Diagram.Edge> edges =
                all.edges().stream().filter(e -> !e.to().equals(MacroState.END)).toList();
        return plain(new Diagram(all.name(), List.of(), edges));
    }

    private static Diagram plain(Diagram diagram) {
        List<Diagram.Edge> edges =
                diagram.withoutLabels().withoutTerminals().edges().stream().distinct().toList();
        return Diagram.of(edges);
    }

    @ParameterizedTest
    @EnumSource
    void theTransitionTablesMatchTheCode(Document document) {
        List<String> rows = new ArrayList<>();
        for (String line : document.text().lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && isState(row.group(1)) && isState(row.group(2))) {
                rows.add(row.group(1) + " " + row.group(2));
            }
        }
        List<String> coded = new ArrayList<>();
        coded.addAll(moves(ProviderState.TABLE));
        coded.addAll(moves(MacroState.TABLE));
        assertThat(rows).containsExactlyInAnyOrderElementsOf(coded);
    }

    private static boolean isState(String word) {
        return Stream.of(ProviderState.values(), MacroState.values())
                .flatMap(Arrays::stream)
                .anyMatch(state -> ((Enum<?>) state).name().equals(word));
    }

    private static List<String> moves(Transitions<?, ?> table) {
        return table.moves().stream().map(move -> move.from() + " " + move.to()).toList();
    }

    @ParameterizedTest
    @EnumSource
    void theNineEventsHaveTheirNames(Document document) {
        Matcher names = Pattern.compile("\\| `([A-Z_]+)` \\|").matcher(document.text());
        List<String> found = new ArrayList<>();
        while (names.find()) found.add(names.group(1));
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(ProviderEvent.Type.values()).map(Enum::name).toList());
    }

    @ParameterizedTest
    @EnumSource(names = "SPECIFICATION")
    void theDefaultsMatchTheSpecification(Document document) {
        assertThat(document.text())
                .contains("| BatchSize | int | 100 |")
                .contains("| MaxRetries | int | 3 |")
                .contains("| RetryDelay | duration | 5s |")
                .contains("every 100 items");
        ProviderConfig config = ProviderConfig.of("a", "custom");
        assertThat(config.batchSize()).isEqualTo(100);
        assertThat(config.maxRetries()).isEqualTo(3);
        assertThat(config.retryDelay()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.dependencies()).isEmpty();
        assertThat(ProviderTables.CHECKPOINT_ITEMS).isEqualTo(100);
    }

    /// The documents that describe both lifecycles.
    enum Document {
        README("The provider lifecycle", "The macro lifecycle"),
        SPECIFICATION("Provider FSM States", "Macro FSM States");

        private final String providerHeading;
        private final String macroHeading;

        Document(String providerHeading, String macroHeading) {
            this.providerHeading = providerHeading;
            this.macroHeading = macroHeading;
        }

        String text() {
            try {
                return Files.readString(file());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Path file() throws IOException {
            Path module = Path.of("").toAbsolutePath();
            while (!Files.exists(module.resolve("orchestrator/README.md"))) {
                module = module.getParent();
            }
            if (this == README) return module.resolve("orchestrator/README.md");
            Path seeds = module.resolveSibling("shared").resolve("seeds");
            assumeTrue(Files.isDirectory(seeds), "the specification is not beside the repository");
            try (Stream<Path> all = Files.list(seeds)) {
                return all.filter(file -> file.getFileName().toString().startsWith("000"))
                        .findFirst()
                        .orElseThrow();
            }
        }
    }
}
