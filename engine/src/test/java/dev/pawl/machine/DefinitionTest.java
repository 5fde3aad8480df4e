package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Definition.Edge;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A definition as data: its edges, its fingerprint, its diagram and tables.
final class DefinitionTest {
    private static final Body<String, String> BODY = attempt -> attempt.next();
    private static final Machine<String, String> ALL_KINDS = allKinds(Retry.fixed(2), 1).build();

    private static MachineBuilder<String, String> allKinds(Retry retry, int version) {
        return Machine.named("all", String.class, String.class)
                .version(version)
                .step(
                        "a",
                        BODY,
                        s -> s.retry(retry).finishes().goesTo("c").timeout(Duration.ofMinutes(5)))
                .step(
                        "b",
                        BODY,
                        s -> s.goesTo("a", 3).loopsTo("b").interruptedBy(Integer.class, "w"))
                .await(
                        "w",
                        w ->
                                w.on(String.class, "c")
                                        .after(Duration.ofHours(36), "d")
                                        .children(Join.atLeast(2), "c"))
                .step(
                        "c",
                        BODY,
                        s ->
                                s.recovery(
                                        Recovery.cleanUpAndGoTo("a").persists("a | b").note("n"),
                                        BODY))
                .step("d", BODY, s -> s.permits("pool", 2).retry(Retry.exponential(5).jitter()))
                .end("done")
                .cleanup(BODY, c -> c.timeout(Duration.ofSeconds(9)).always())
                .children(ChildPolicy.WAIT)
                .merge(Merge.PATCH)
                .unique(Uniqueness.QUEUE_BEHIND)
                .removed("old", "b");
    }

    @Test
    void edgesAreListedInTheOrderOfTheStates() {
        assertThat(ALL_KINDS.definition().edges())
                .containsExactly(
                        new Edge("[*]", "a", ""),
                        new Edge("a", "b", ""),
                        new Edge("a", "done", "finish early"),
                        new Edge("a", "c", "go to"),
                        new Edge("b", "w", ""),
                        new Edge("b", "a", "go to, at most 3 times"),
                        new Edge("b", "b", "go to, any number of times"),
                        new Edge("b", "w", "Integer"),
                        new Edge("w", "c", "String"),
                        new Edge("w", "d", "after 36h"),
                        new Edge("w", "c", "2 children completed"),
                        new Edge("c", "d", ""),
                        new Edge("c", "a", "after a crash"),
                        new Edge("d", "done", ""),
                        new Edge("done", "[*]", ""));
    }

    @Test
    void aMachinePrintsItselfAsADiagram() {
        assertThat(
                        Machine.named("m", String.class, String.class)
                                .step("a", BODY, s -> s.goesTo("c"))
                                .step("b", BODY)
                                .step("c", BODY)
                                .build()
                                .mermaid())
                .isEqualTo(
                        """
                        stateDiagram-v2
                            [*] --> a
                            a --> b
                            a --> c: go to
                            b --> c
                            c --> complete
                            complete --> [*]
                        """);
    }

    @Test
    void aMachinePrintsItsTransitionsAndItsContract() {
        assertThat(ALL_KINDS.transitionTable())
                .startsWith("| From | To | On |\n|---|---|---|\n| [*] | a | next |\n")
                .contains("| a | done | finish early |\n");
        assertThat(ALL_KINDS.contractTable())
                .isEqualTo(
                        """
                        | State | Persisted data | Recovery action | Retries | Timeout | Notes |
                        |---|---|---|---|---|---|
                        | a |  | Retry | 2, fixed | PT5M |  |
                        | b |  | Retry | 5, exponential |  |  |
                        | w |  | Continues to wait; nothing is lost |  |  |  |
                        | c | a \\| b | Clean up, back to a | 5, exponential |  | n |
                        | d |  | Retry | 5, exponential + jitter |  |  |
                        | done |  | None; the run has ended |  |  |  |
                        """);
        assertThat(DefinitionPrinter.words(Retry.never())).isEqualTo("none");
        assertThat(DefinitionPrinter.words(Retry.forever())).isEqualTo("unlimited, exponential");
    }

    /// ENG-19 policies and versions do not change the fingerprint of the structure.
    @Test
    void theFingerprintChangesWithTheStructureAlone() {
        String print = ALL_KINDS.definition().fingerprint();
        assertThat(print).isEqualTo("582e3409dba9");
        assertThat(allKinds(Retry.forever(), 7).build().definition().fingerprint())
                .isEqualTo(print);
        assertThat(chain("a", "b")).isNotEqualTo(chain("b", "a")).isNotEqualTo(chain("a", "c"));
        assertThat(chain("a", "b")).isEqualTo(chain("a", "b")).hasSize(12);
    }

    private static String chain(String first, String second) {
        return Machine.named("m", String.class, String.class)
                .step(first, BODY)
                .step(second, BODY)
                .build()
                .ref()
                .fingerprint();
    }

    @Test
    void aDefinitionMapsFormerStates() {
        Definition all = ALL_KINDS.definition();
        assertThat(all.first().name()).isEqualTo("a");
        assertThat(all.after("d").name()).isEqualTo("done");
        assertThat(all.mainEnd().name()).isEqualTo("done");
        assertThat(all.placeOf("old")).contains("b");
        assertThat(all.placeOf("w")).contains("w");
        assertThat(all.placeOf("z")).isEmpty();
        assertThatThrownBy(() -> all.state("z"))
                .hasMessage("machine all v1 has no state 'z' (has: a, b, w, c, d, done)");
    }

    @Test
    void aDefinitionSurvivesARoundTripThroughJson() {
        Definition all = ALL_KINDS.definition();
        Definition read = JsonCodec.JSON.decode(JsonCodec.JSON.encode(all), Definition.class);
        assertThat(read).isEqualTo(all);
        assertThat(read.ref()).isEqualTo(all.ref());
        assertThat(JsonCodec.JSON.encode(all).text())
                .contains("\"kind\":\"step\"", "\"kind\":\"wait\"", "\"kind\":\"end\"");
    }

    @Test
    void aMachineReturnsTheBodiesOfItsSteps() {
        assertThat(ALL_KINDS.body("a")).isSameAs(BODY);
        assertThat(ALL_KINDS.recovery("c")).contains(BODY);
        assertThat(ALL_KINDS.recovery("a")).isEmpty();
        assertThat(ALL_KINDS.cleanup()).contains(BODY);
        assertThat(ALL_KINDS).hasToString("all v1");
        assertThatThrownBy(() -> ALL_KINDS.body("w")).hasMessage("all v1 has no step 'w'");
    }
}
