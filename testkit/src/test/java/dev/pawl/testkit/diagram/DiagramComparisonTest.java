package dev.pawl.testkit.diagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.run.Transitions;
import dev.pawl.testkit.diagram.Diagram.Edge;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DiagramComparisonTest {
    private static final Transitions<Job, Event> TABLE =
            Transitions.<Job, Event>table()
                    .edge(Job.IDLE, Event.START, Job.RUNNING)
                    .edge(Job.RUNNING, Event.QUOTA_REVOKED, Job.WAITING_QUOTA)
                    .edge(Job.WAITING_QUOTA, Event.QUOTA_GRANTED, Job.RUNNING)
                    .edge(Job.RUNNING, Event.STOP, Job.ENDED)
                    .edge(Job.RUNNING, Event.FINISH, Job.ENDED)
                    .build();

    @Test
    void theSameEdgesInAnotherOrderMatch() {
        Diagram one = diagram("a --> b: x", "b --> c");
        Diagram other = diagram("b --> c", "a --> b: x", "b --> c");
        assertThatCode(() -> Diagrams.matches(one, other)).doesNotThrowAnyException();
        assertThat(Diagrams.difference(one, other)).isEmpty();
    }

    @Test
    void everyDifferenceIsNamedInOneReport() {
        Diagram one =
                diagram(
                                "RUNNING --> PAUSED: Pause",
                                "RUNNING --> ENDED: Stop",
                                "PAUSED --> ENDED: Stop",
                                "IDLE --> RUNNING",
                                "IDLE --> GONE: vanish")
                        .named("README.md");
        Diagram other =
                diagram(
                                "RUNNING --> PAUSED: Suspend",
                                "RUNNING --> ENDED: Stop",
                                "PAUSE --> ENDED: Stop",
                                "IDLE --> RUNNING",
                                "ENDED --> IDLE: reset")
                        .named("the code");
        assertThat(Diagrams.difference(one, other))
                .contains(
                        """
                        README.md and the code differ:
                          relabelled: RUNNING --> PAUSED is 'Pause' in README.md and 'Suspend' in the code
                          renamed: PAUSED --> ENDED: Stop in README.md looks like PAUSE --> ENDED: Stop in the code
                          only in README.md: IDLE --> GONE: vanish
                          only in the code: ENDED --> IDLE: reset\
                        """
                                .stripIndent());
        assertThatThrownBy(() -> Diagrams.matches(one, other))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("only in the code: ENDED --> IDLE: reset");
    }

    @Test
    void isolatedStatesAndNestingAreCompared() {
        Diagram one = diagram("a --> b", "lonely", "state X {", "c --> d", "}").named("one");
        Diagram other = diagram("a --> b", "X", "c --> d", "odd").named("other");
        assertThat(Diagrams.difference(one, other))
                .contains(
                        """
                        one and other differ:
                          only in one: state lonely, without edges
                          nested: state c is in X in one and in nothing in other
                          nested: state d is in X in one and in nothing in other
                          only in other: state odd, without edges\
                        """
                                .stripIndent());
        assertThat(
                        Diagrams.difference(
                                one.withoutNesting(), diagram("a --> b", "lonely", "c --> d")))
                .isEmpty();
    }

    @Test
    void choicesAreLeftOutOfTheComparison() {
        Diagrams.matches(
                diagram("state c <<choice>>", "a --> c: done", "c --> b: ok", "c --> d: bad"),
                diagram("a --> b: done [ok]", "a --> d: done [bad]"));
    }

    @Test
    void startsAndEndsAreComparedUnlessLeftOut() {
        Diagram one = diagram("[*] --> a", "a --> b", "b --> [*]: over");
        Diagram other = diagram("a --> b");
        assertThat(Diagrams.difference(one, other).orElseThrow())
                .contains("[*] --> a")
                .contains("b --> [*]: over");
        Diagrams.matches(one.withoutTerminals(), other);
    }

    @Test
    void labelsAreComparedUnlessLeftOut() {
        Diagram one = diagram("a --> b: x", "a --> b: y");
        Diagram other = diagram("a --> b");
        assertThat(Diagrams.difference(one, other)).isPresent();
        Diagrams.matches(one.withoutLabels(), other);
    }

    @Test
    void aDiagramMatchesAListOfEdges() {
        Diagram one = diagram("[*] --> a", "state X {", "a --> b: go", "}");
        Diagrams.matches(one, List.of(new Edge("[*]", "a"), new Edge("a", "b", "go")));
        assertThatThrownBy(() -> Diagrams.matches(one, List.of(new Edge("a", "b", "went"))))
                .hasMessageContaining("the diagram and the list of edges differ")
                .hasMessageContaining("a --> b is 'go' in the diagram and 'went' in the list")
                .hasMessageContaining("only in the diagram: [*] --> a");
    }

    @Test
    void aDiagramMatchesATableWordByWord() {
        Diagrams.matches(
                diagram(
                        "[*] --> Idle",
                        "Idle --> Running: Start()",
                        "Running --> waiting-quota: quotaRevoked",
                        "waiting-quota --> Running: Quota granted",
                        "Running --> Ended: stop",
                        "Running --> Ended: finish",
                        "Ended --> [*]"),
                TABLE);
        Diagrams.matches(Diagrams.parse(TABLE.mermaid()), TABLE);
    }

    @Test
    void aDiagramWithoutLabelsMatchesATableByItsStates() {
        Diagrams.matches(
                diagram(
                        "IDLE --> RUNNING",
                        "RUNNING --> WAITING_QUOTA",
                        "WAITING_QUOTA --> RUNNING",
                        "RUNNING --> ENDED"),
                TABLE);
    }

    @Test
    void aDiagramThatDiffersFromATableIsReportedInItsOwnSpelling() {
        Diagram one =
                diagram(
                        "Idle --> Running: go",
                        "Running --> WaitingQuota: quota revoked",
                        "WaitingForQuota --> Running: quota granted",
                        "Running --> Ended: finish");
        assertThatThrownBy(() -> Diagrams.matches(one, TABLE))
                .hasMessage(
                        """
                        the diagram and the table differ:
                          relabelled: Idle --> Running is 'go' in the diagram and 'START' in the table
                          renamed: WaitingForQuota --> Running: quota granted in the diagram looks like \
                        WAITING_QUOTA --> RUNNING: QUOTA_GRANTED in the table
                          only in the table: RUNNING --> ENDED: STOP\
                        """
                                .stripIndent());
    }

    private static Diagram diagram(String... lines) {
        return Diagrams.parse("stateDiagram-v2\n" + String.join("\n", lines));
    }

    private enum Job {
        IDLE,
        RUNNING,
        WAITING_QUOTA,
        ENDED
    }

    private enum Event {
        START,
        QUOTA_REVOKED,
        QUOTA_GRANTED,
        STOP,
        FINISH
    }
}
