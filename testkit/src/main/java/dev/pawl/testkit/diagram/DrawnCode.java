package dev.pawl.testkit.diagram;

import dev.pawl.machine.Definition;
import dev.pawl.machine.Machine;
import dev.pawl.run.Transitions;
import dev.pawl.testkit.diagram.Diagram.Edge;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The diagram of a machine or a table, and what a document need not show of it.
///
/// @param labelled the edges whose label the code sets
/// @param optional the edges that need not be drawn
/// @param hasChoices whether the code distinguishes choices from states
record DrawnCode(Diagram diagram, Set<Edge> labelled, Set<Edge> optional, boolean hasChoices) {

    static DrawnCode of(Machine<?, ?> machine) {
        Definition definition = machine.definition();
        Diagram diagram = Diagrams.parse(machine.mermaid()).named("machine " + machine.name());
        Set<Edge> labelled = new LinkedHashSet<>();
        for (Definition.Edge edge : definition.presentation().labels()) {
            labelled.add(new Edge(edge.from(), edge.to(), edge.label()));
        }
        return new DrawnCode(diagram, labelled, Set.of(), true);
    }

    static DrawnCode of(Transitions<?, ?> table) {
        Diagram moves = Diagram.of(table);
        Set<Edge> terminals = new LinkedHashSet<>();
        table.first().ifPresent(first -> terminals.add(new Edge(Diagram.TERMINAL, "" + first)));
        for (Diagram.State state : moves.states()) {
            boolean isLeft = moves.edges().stream().anyMatch(e -> e.from().equals(state.id()));
            if (!isLeft) terminals.add(new Edge(state.id(), Diagram.TERMINAL));
        }
        List<Edge> all = new ArrayList<>(moves.edges());
        all.addAll(terminals);
        Set<Edge> labelled = new LinkedHashSet<>();
        table.moves().stream()
                .filter(m -> !m.label().equals("" + m.on()))
                .forEach(m -> labelled.add(new Edge("" + m.from(), "" + m.to(), m.label())));
        Diagram diagram = new Diagram("the table", moves.states(), all);
        return new DrawnCode(diagram, labelled, terminals, false);
    }
}
