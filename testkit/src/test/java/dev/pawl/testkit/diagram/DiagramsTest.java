package dev.pawl.testkit.diagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.testkit.diagram.Diagram.Edge;
import dev.pawl.testkit.diagram.Diagram.Kind;
import dev.pawl.testkit.diagram.Diagram.State;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DiagramsTest {
    private static final String DOCUMENT =
            """
            # Guide

            ```mermaid
            sequenceDiagram
                A->>B: not a state diagram
            ```

            ## Doors

            ### Picture

            ```mermaid
            stateDiagram-v2
                [*] --> Closed
                Closed --> Open: push
            ```

            ## Lamps

            ### Picture

            ~~~mermaid
            %% the old spelling
            stateDiagram
                Off --> On: switch
            ~~~

            ````markdown
            ```mermaid
            stateDiagram-v2
                Quoted --> NotRead
            ```
            ````

            Inline ```code``` is no block.

            ```java
            # Lamps is no heading here
            ```
            """;

    private static final String EVERYTHING =
            """
            ---
            title: All of it
            ---
            %%{init: {'theme': 'dark'}}%%
            stateDiagram-v2
                direction LR
                accTitle: for readers of screens
                accDescr {
                    a --> ignored
                }
                classDef bad fill:#f00,color:white
                %% a comment --> ignored
                [*] --> check-exists
                check-exists --> s1: found: yes
                check-exists:::bad --> Work:::bad : start / go
                state "A long name" as s1
                s2 : described
                lonely
                state fork_one <<fork>>
                state join_one [[join]]
                state pick <<choice>>
                Work-->pick
                pick --> [*]

                state Work {
                    direction TB
                    [*] --> Inner
                    state "Deep" as Deep {
                        [*] --> Bottom
                    }
                    --
                    [*] --> Second
                    Second --> [*]: over
                }
                state Empty {}
                note right of s1: short note
                note left of Work
                    a --> note
                    state is not one
                end note
                note "floats" as N1
                class s1,s2 bad
                style s1 fill:#fff
            """;

    @Test
    void findsTheStateDiagramsOfADocumentAndNothingElse() {
        assertThat(Diagrams.in(DOCUMENT))
                .extracting(Diagram::name)
                .containsExactly("the diagram at line 13", "the diagram at line 23");
        assertThat(Diagrams.in("# Nothing")).isEmpty();
    }

    @Test
    void findsADiagramByAnyHeadingAboveIt() {
        assertThat(Diagrams.under(DOCUMENT, "Lamps").edges())
                .containsExactly(new Edge("Off", "On", "switch"));
        assertThat(Diagrams.under(DOCUMENT, "doors").edges())
                .containsExactly(new Edge("[*]", "Closed"), new Edge("Closed", "Open", "push"));
    }

    @Test
    void findsADiagramByItsPlace() {
        assertThat(Diagrams.at(DOCUMENT, 1)).isEqualTo(Diagrams.under(DOCUMENT, "Lamps"));
        assertThatThrownBy(() -> Diagrams.at(DOCUMENT, 2))
                .hasMessageContaining("number 2")
                .hasMessageContaining("found 2 of them")
                .hasMessageContaining("the diagram at line 13 under 'Guide' > 'Doors' > 'Picture'");
    }

    @Test
    void aHeadingWithNoneOrSeveralDiagramsIsRefusedWithTheListOfAll() {
        assertThatThrownBy(() -> Diagrams.under(DOCUMENT, "Picture"))
                .hasMessageContaining("under the heading 'Picture', found 2");
        assertThatThrownBy(() -> Diagrams.under(DOCUMENT, "Windows"))
                .hasMessageContaining("found 0")
                .hasMessageContaining("under 'Guide' > 'Lamps' > 'Picture'");
        assertThatThrownBy(() -> Diagrams.under("", "Windows"))
                .hasMessageContaining("there is: none");
    }

    @Test
    void parsesEveryElementOfADiagram() {
        Diagram diagram = Diagrams.parse(EVERYTHING);
        assertThat(diagram.edges())
                .extracting(Edge::toString)
                .containsExactly(
                        "[*] --> check-exists",
                        "check-exists --> s1: found: yes",
                        "check-exists --> Work: start / go",
                        "Work --> pick",
                        "pick --> [*]",
                        "Work/[*] --> Inner",
                        "Deep/[*] --> Bottom",
                        "Work/[*] --> Second",
                        "Second --> Work/[*]: over");
        assertThat(diagram.states())
                .contains(
                        new State("s1", "A long name", Kind.STATE, ""),
                        new State("s2", "described", Kind.STATE, ""),
                        new State("lonely", "lonely", Kind.STATE, ""),
                        new State("fork_one", "fork_one", Kind.FORK, ""),
                        new State("join_one", "join_one", Kind.JOIN, ""),
                        new State("pick", "pick", Kind.CHOICE, ""),
                        new State("Inner", "Inner", Kind.STATE, "Work"),
                        new State("Deep", "Deep", Kind.STATE, "Work"),
                        new State("Bottom", "Bottom", Kind.STATE, "Deep"),
                        new State("Empty", "Empty", Kind.STATE, ""))
                .hasSize(13);
        assertThat(diagram.composites()).containsExactly("Work", "Deep");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a -->            | expected 'from --> to: label', found 'a -->'
                    --> b            | expected 'from --> to: label', found '--> b'
                    a -> b           | expected an arrow of the form -->, found 'a -> b'
                    }                | expected no }, because no state is open, found '}'
                    state X {        | expected a } that closes state X, found 'state X {'
                    state c <<pick>> | expected <<choice>>, <<fork>> or <<join>>
                    state a b        | expected 'state id', 'state "title" as id'
                    note right of a  | expected a line 'end note' after a note
                    note over a: hm  | expected 'note left of id'
                    two words        | expected an edge, a state, a note or a }
                    accDescr {       | expected a line '}' after accDescr
                    """)
    void aMalformedLineIsRefusedWithItsNumber(String line, String message) {
        String document = "# T\n\n```mermaid\nstateDiagram-v2\n  a --> b\n  " + line + "\n```\n";
        assertThatThrownBy(() -> Diagrams.in(document))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line 6: ")
                .hasMessageContaining(message);
    }

    @Test
    void aTextThatIsNotAStateDiagramIsRefused() {
        assertThatThrownBy(() -> Diagrams.parse("graph TD\n a --> b"))
                .hasMessage("line 1: expected stateDiagram-v2, found 'graph TD'");
        assertThatThrownBy(() -> Diagrams.parse(""))
                .hasMessage("line 1: expected stateDiagram-v2, found the end of the diagram");
    }

    @Test
    void aBlockThatIsNeverClosedIsRefused() {
        assertThatThrownBy(() -> Diagrams.in("text\n```mermaid\nstateDiagram-v2\n"))
                .hasMessage(
                        "line 2: expected a line that closes ```mermaid, found the end of the"
                                + " document");
    }

    @Test
    void choicesAreLeftOutAndTheirLabelsJoined() {
        Diagram diagram =
                Diagrams.parse(
                        """
                        stateDiagram-v2
                            state first <<choice>>
                            state second <<choice>>
                            state nowhere <<choice>>
                            a --> first: done
                            b --> first
                            first --> c: good
                            first --> second
                            second --> d: bad
                            second --> e
                            c --> nowhere
                        """);
        assertThat(diagram.withoutChoices().edges())
                .extracting(Edge::toString)
                .containsExactly(
                        "a --> c: done [good]",
                        "a --> d: done [bad]",
                        "a --> e: done",
                        "b --> c: good",
                        "b --> d: bad",
                        "b --> e",
                        "c --> nowhere");
        assertThat(diagram.withoutChoices().states())
                .extracting(State::id)
                .containsExactlyInAnyOrder("a", "b", "c", "d", "e", "nowhere");
    }

    @Test
    void choicesThatLeadInACircleStay() {
        Diagram diagram =
                Diagrams.parse(
                        """
                        stateDiagram-v2
                            state x <<choice>>
                            state y <<choice>>
                            a --> x
                            x --> y
                            y --> x
                            y --> b
                        """);
        assertThat(diagram.withoutChoices().edges())
                .contains(new Edge("a", "y"), new Edge("y", "b"));
    }

    @Test
    void listsOfEdgesAreDiagramsToo() {
        assertThat(Diagram.of(List.of(new Edge("[*]", "a"), new Edge("a", "b"))).states())
                .extracting(State::id)
                .containsExactly("a", "b");
    }
}
