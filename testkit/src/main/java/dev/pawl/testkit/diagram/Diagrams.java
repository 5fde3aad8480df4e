package dev.pawl.testkit.diagram;

import dev.pawl.machine.Machine;
import dev.pawl.run.Transitions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Reads the Mermaid state diagrams of a document and compares them with the code.
public final class Diagrams {
    private Diagrams() {}

    /// Returns every state diagram of a Markdown document, in document order.
    public static List<Diagram> in(String markdown) {
        return DiagramDocument.read(markdown).stream().map(DiagramDocument.Found::diagram).toList();
    }

    /// Returns the state diagram at `index`, counted from 0, of a Markdown document.
    public static Diagram at(String markdown, int index) {
        List<DiagramDocument.Found> all = DiagramDocument.read(markdown);
        if (index < 0 || index >= all.size()) {
            throw new IllegalArgumentException(
                    "expected a state diagram number %d, counted from 0, found %d of them: %s"
                            .formatted(index, all.size(), names(all)));
        }
        return all.get(index).diagram();
    }

    /// Returns the only state diagram of a Markdown document below `heading`, directly or under one
    /// of its subheadings.
    public static Diagram under(String markdown, String heading) {
        List<DiagramDocument.Found> all = DiagramDocument.read(markdown);
        List<DiagramDocument.Found> matching =
                all.stream().filter(found -> found.isUnder(heading)).toList();
        if (matching.size() != 1) {
            throw new IllegalArgumentException(
                    "expected one state diagram under the heading '%s', found %d; there is: %s"
                            .formatted(heading, matching.size(), names(all)));
        }
        return matching.getFirst().diagram();
    }

    private static String names(List<DiagramDocument.Found> all) {
        return all.isEmpty()
                ? "none"
                : all.stream()
                        .map(DiagramDocument.Found::toString)
                        .collect(Collectors.joining("; "));
    }

    /// Returns the diagram of a Mermaid text, which starts with `stateDiagram-v2`.
    public static Diagram parse(String mermaid) {
        return new DiagramParser("the diagram", mermaid.lines().toList(), 1).parse();
    }

    /// Fails with a report of every difference unless two diagrams are equal, ignoring choices.
    public static void matches(Diagram one, Diagram other) {
        require(difference(one, other));
    }

    /// Fails unless `document` shows exactly the states and edges of a machine.
    public static void matches(Machine<?, ?> machine, Diagram document) {
        matches(parse(machine.mermaid()), document);
    }

    /// Fails with a report unless a diagram has exactly these edges, ignoring choices and nesting.
    public static void matches(Diagram document, List<Diagram.Edge> edges) {
        require(
                DiagramDifference.between(
                                document.withoutChoices().withoutNesting(),
                                Diagram.of(edges),
                                DiagramDifference.Spelling.EXACT)
                        .report());
    }

    /// Fails with a report unless a diagram has exactly the moves of a lifecycle.
    ///
    /// Names are compared word by word: `WAITING_QUOTA`, `waiting-quota` and `WaitingQuota` are the
    /// same state. Labels are compared if the diagram has any; starts and ends are not.
    public static void matches(Diagram document, Transitions<?, ?> table) {
        Diagram drawn = document.withoutChoices().withoutNesting().withoutTerminals();
        boolean isLabelled = drawn.edges().stream().anyMatch(edge -> !edge.label().isEmpty());
        Diagram coded = isLabelled ? Diagram.of(table) : Diagram.of(table).withoutLabels();
        require(DiagramDifference.between(drawn, coded, DiagramDifference.Spelling.WORDS).report());
    }

    /// Fails with a report of every difference unless `document` draws a machine, with additions.
    ///
    /// Every drawn edge must exist. An edge that is not drawn must be one of `additions`; an
    /// addition that is no edge of the machine, or that the document draws, is a fault too. Names
    /// are compared word by word: `WORKERS_RUNNING`, `workers-running` and `WorkersRunning` are the
    /// same state. An edge of or to a composite state stands for edges of the states inside it and
    /// to its first one. A label that the machine sets must be the drawn one, if one is drawn.
    public static void covers(
            Machine<?, ?> machine, Diagram document, List<DiagramAddition> additions) {
        require(DiagramCoverage.of(DrawnCode.of(machine), document, additions).report());
    }

    /// Fails with a report of every difference unless `document` draws a lifecycle, with additions.
    ///
    /// The rules are those for a machine. A choice may be any state of the table. The start and
    /// ends of the table, which are its states without rows, need not be drawn.
    public static void covers(
            Transitions<?, ?> table, Diagram document, List<DiagramAddition> additions) {
        require(DiagramCoverage.of(DrawnCode.of(table), document, additions).report());
    }

    /// Returns a report of every difference between two diagrams, ignoring choices; empty if there
    /// is none.
    public static Optional<String> difference(Diagram one, Diagram other) {
        return DiagramDifference.between(
                        one.withoutChoices(),
                        other.withoutChoices(),
                        DiagramDifference.Spelling.EXACT)
                .report();
    }

    private static void require(Optional<String> report) {
        report.ifPresent(text -> {
            throw new AssertionError(text);
        });
    }
}
