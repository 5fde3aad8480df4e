package dev.pawl.classes.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.testkit.diagram.Diagram;
import dev.pawl.testkit.diagram.Diagrams;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The lifecycle is the drawn one: CLS-2, CLS-3 and CLS-4.
class PhaseTest {
    private static final String DRAWN =
            """
            stateDiagram-v2
                [*] --> pending
                pending --> applying: finalizer ensured
                applying --> progressing: resources applied (SSA ok)
                applying --> degraded: apply error
                progressing --> available: all functions & ODGM Ready
                progressing --> degraded: timeout | crashloop | conflict
                degraded --> progressing: recovery / reapply / children healthy
                available --> progressing: spec generation changed
                any --> deleting: deletionTimestamp set
                deleting --> [*]: children deleted + finalizer removed
            """;

    @Test
    void theTableIsTheDiagram() {
        Diagrams.matches(Diagram.of(expanded()), Phase.TABLE);
    }

    @Test
    void everyPairThatIsNotDrawnIsRefused() {
        List<String> drawn =
                expanded().stream().map(edge -> edge.from() + " " + edge.to()).toList();
        for (Phase from : Phase.values()) {
            for (Phase to : Phase.values()) {
                assertThat(from.mayBecome(to))
                        .as("%s to %s", from, to)
                        .isEqualTo(drawn.contains(from + " " + to));
            }
        }
    }

    @Test
    void anIllegalTriggerSaysWhatThePhaseAccepts() {
        assertThatThrownBy(() -> Phase.TABLE.next(Phase.DELETING, Phase.Trigger.ALL_READY))
                .hasMessage("deleting does not accept ALL_READY (accepts: [])");
    }

    @Test
    void startsInPendingAndHasLowercaseNames() {
        assertThat(Phase.TABLE.first()).contains(Phase.PENDING);
        assertThat(Phase.values())
                .extracting(Phase::toString)
                .containsExactly(
                        "pending", "applying", "progressing", "available", "degraded", "deleting");
        assertThat(Phase.of("degraded")).contains(Phase.DEGRADED);
        assertThat(Phase.of("Degraded")).isEmpty();
    }

    /// Returns the edges between phases; `any` stands for every phase that is not the target.
    private static List<Diagram.Edge> expanded() {
        List<Diagram.Edge> edges = new ArrayList<>();
        for (Diagram.Edge edge : Diagrams.parse(DRAWN).edges()) {
            if (edge.from().equals("[*]") || edge.to().equals("[*]")) continue;
            if (!edge.from().equals("any")) {
                edges.add(edge);
                continue;
            }
            for (Phase phase : Phase.values()) {
                if (!phase.toString().equals(edge.to())) {
                    edges.add(new Diagram.Edge(phase.toString(), edge.to(), edge.label()));
                }
            }
        }
        assertThat(edges).hasSize(12);
        return edges;
    }
}
