package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.run.Payload;
import dev.pawl.run.Transitions;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What a machine says about its picture: choices, labels, and what is inside states; and steps
/// that always fail.
final class PresentationTest {
    private static final Body<String, String> BODY = attempt -> attempt.next();
    private static final Transitions<Part, Event> PARTS =
            Transitions.<Part, Event>table()
                    .edge(Part.Pending, Event.RECEIVED, Part.Fetching, "Worker receives an item")
                    .edge(Part.Fetching, Event.PAGE, Part.Fetching)
                    .edge(Part.Fetching, Event.LAST_PAGE, Part.Done)
                    .build();
    private static final Machine<String, String> PLAIN = machine(m -> m, s -> {}, w -> {}, s -> {});
    private static final Machine<String, String> DRAWN =
            machine(
                    m -> m.labelled("Created", "The scheduler creates it"),
                    s -> s.labelled("Working", "Workers start"),
                    w -> w.contains(PARTS).labelled("Check", "All workers finished"),
                    s ->
                            s.choice()
                                    .labelled("Completed", "failed == 0 && done: yes")
                                    .labelled("Failed", "failed > 0"));

    private static Machine<String, String> machine(
            UnaryOperator<MachineBuilder<String, String>> start,
            Consumer<StepOptions<String, String>> created,
            Consumer<WaitOptions> working,
            Consumer<StepOptions<String, String>> check) {
        return start.apply(Machine.named("m", String.class, String.class))
                .step("Created", BODY, created)
                .await(
                        "Working",
                        w -> {
                            w.children(Join.all(), "Check")
                                    .on(String.class, "Failed")
                                    .after(Duration.ofHours(24), "Failed");
                            working.accept(w);
                        })
                .step(
                        "Check",
                        BODY,
                        s -> {
                            s.goesTo("Failed");
                            check.accept(s);
                        })
                .end("Completed", "Successful")
                .step(
                        "Failed",
                        attempt -> attempt.fail("no"),
                        s -> s.alwaysFails().labelled("[*]", "Call a human"))
                .build();
    }

    @Test
    void aMachinePrintsItsChoicesLabelsAndWhatIsInsideItsStates() {
        assertThat(DRAWN.mermaid())
                .isEqualTo(
                        """
                        stateDiagram-v2
                            [*] --> Created: The scheduler creates it
                            Created --> Working: Workers start
                            state Working {
                                [*] --> Pending
                                Pending --> Fetching: Worker receives an item
                                Fetching --> Fetching: PAGE
                                Fetching --> Done: LAST_PAGE
                            }
                            Working --> Failed: String
                            Working --> Failed: after 24h
                            Working --> Check: All workers finished
                            state Check <<choice>>
                            Check --> Completed: failed == 0 && done: yes
                            Check --> Failed: failed > 0
                            Completed --> [*]: Successful
                            Failed --> [*]: Call a human
                        """);
    }

    @Test
    void edgesThatLookTheSameAreDrawnOnce() {
        Machine<String, String> merged =
                machine(m -> m, s -> {}, w -> w.labelled("Failed", "Gave up"), s -> {});
        assertThat(merged.mermaid()).containsOnlyOnce("Working --> Failed: Gave up\n");
        assertThat(merged.definition().edges())
                .contains(
                        new Definition.Edge("Working", "Failed", "String"),
                        new Definition.Edge("Working", "Failed", "after 24h"));
    }

    @Test
    void theTableShowsTriggersAndLabels() {
        assertThat(DRAWN.transitionTable())
                .isEqualTo(
                        """
                        | From | To | On | Label |
                        |---|---|---|---|
                        | [*] | Created | next | The scheduler creates it |
                        | Created | Working | next | Workers start |
                        | Working | Failed | String |  |
                        | Working | Failed | after 24h |  |
                        | Working | Check | all children ended | All workers finished |
                        | Check | Completed | next | failed == 0 && done: yes |
                        | Check | Failed | go to | failed > 0 |
                        | Completed | [*] | next | Successful |
                        | Failed | [*] | fail | Call a human |
                        """);
    }

    @Test
    void thePresentationIsNotPartOfTheFingerprint() {
        assertThat(DRAWN.ref()).isEqualTo(PLAIN.ref());
        assertThat(DRAWN.definition()).isNotEqualTo(PLAIN.definition());
    }

    @Test
    void aStepThatAlwaysFailsIsPartOfTheFingerprint() {
        assertThat(failing(StepOptions::alwaysFails).ref()).isNotEqualTo(failing(_ -> {}).ref());
    }

    private static Machine<String, String> failing(Consumer<StepOptions<String, String>> last) {
        return Machine.named("f", String.class, String.class)
                .step("a", BODY, s -> s.goesTo("complete"))
                .step("b", BODY, last)
                .build();
    }

    @Test
    void aDefinitionWithAPresentationSurvivesARoundTripThroughJson() {
        Definition all = DRAWN.definition();
        Payload json = Payload.of(JsonCodec.JSON.encode(all).text());
        Definition read = JsonCodec.JSON.decode(json, Definition.class);
        assertThat(read).isEqualTo(all);
        assertThat(DefinitionPrinter.mermaid(read)).isEqualTo(DRAWN.mermaid());
    }

    @Test
    void aDefinitionThatWasStoredWithoutAPresentationIsRead() {
        Definition before = failing(_ -> {}).definition();
        String json = JsonCodec.JSON.encode(before).text();
        String part = ",\"presentation\":{\"choices\":[],\"labels\":[],\"composites\":[]}";
        assertThat(json).contains(part);
        Definition read =
                JsonCodec.JSON.decode(Payload.of(json.replace(part, "")), Definition.class);
        assertThat(read).isEqualTo(before);
        assertThat(read.presentation()).isEqualTo(Presentation.NONE);
    }

    @Test
    void aStepThatAlwaysFailsNeedsNoNextState() {
        assertThat(PLAIN.definition().names())
                .containsExactly("Created", "Working", "Check", "Completed", "Failed");
        assertThat(PLAIN.mermaid()).endsWith("Failed --> [*]: Call a human\n");
        assertThat(failing(StepOptions::alwaysFails).definition().names())
                .containsExactly("a", "b", "complete");
        expect(m -> m.step("a", BODY, StepOptions::alwaysFails), "'complete' cannot be reached");
    }

    @Test
    void aStepThatAlwaysFailsHasNoOtherTransitions() {
        expect(
                m -> m.step("b", BODY, s -> s.alwaysFails().loopsTo("a").finishes()),
                "'b' always fails, so it has no other transitions, found one to 'a' and"
                        + " finishes()");
        expect(
                m -> m.step("b", BODY, s -> s.alwaysFails().interruptedBy(String.class, "a")),
                "found one to 'a'");
        expect(
                m ->
                        m.step(
                                "b",
                                BODY,
                                s -> s.alwaysFails().recovery(Recovery.cleanUpAndGoTo("a"), BODY)),
                "found one to 'a'");
        expect(m -> m.step("b", BODY, s -> s.goesTo("[*]")), "'b' leads to '[*]'");
    }

    @Test
    void aLabelBelongsToAnEdgeThatExists() {
        expect(
                m -> m.step("b", BODY, s -> s.goesTo("d").labelled("a", "x")).step("d", BODY),
                "'b' has a label for an edge to 'a', which does not exist (has: d)");
        expect(
                m -> m.await("w", w -> w.on(String.class, "a").labelled("w", "x")),
                "'w' has a label for an edge to 'w', which does not exist (has: a)");
        expect(
                m -> m.labelled("b", "x"),
                "'[*]' has a label for an edge to 'b', which does not exist (has: a)");
        expect(
                m -> m.step("b", BODY, s -> s.labelled("[*]", "x")),
                "'b' has a label for an edge to '[*]', which does not exist (has: complete)");
        expect(
                m -> m.labelled("a", "x").labelled("a", "y"),
                "'[*]' has two labels for the edge to 'a'");
    }

    @Test
    void aLabelIsALineThatMermaidCanShow() {
        for (String text : List.of("", " ", "a\nb", "a;b", "a::b", "a %% b", "x".repeat(201))) {
            expect(m -> m.labelled("a", text), "as the label of '[*]' to 'a', found '" + text);
        }
        expect(
                m ->
                        m.await(
                                "w",
                                w ->
                                        w.on(String.class, "a")
                                                .contains(
                                                        Transitions.<Part, Event>table()
                                                                .edge(
                                                                        Part.Pending,
                                                                        Event.PAGE,
                                                                        Part.Done,
                                                                        "a;b")
                                                                .build())),
                "as the label of 'Pending' to 'Done', found 'a;b'");
        assertThatThrownBy(() -> Machine.named("m", String.class, String.class).labelled("a", null))
                .hasMessage("a label needs a text, found null");
        assertThatThrownBy(() ->
                        Machine.named("m", String.class, String.class)
                                .labelled((String) null, "text"))
                .hasMessage("a label needs the target of its edge, found null");
    }

    @Test
    void theNamesOfADiagramAreUnique() {
        expect(
                m -> m.step("Done", BODY, s -> s.contains(PARTS)),
                "the machine and 'Done' both have a state 'Done'");
        expect(
                m ->
                        m.step("b", BODY, s -> s.contains(PARTS))
                                .step("c", BODY, s -> s.contains(PARTS)),
                "'b' and 'c' both have a state 'Pending'");
        expect(
                m -> m.step("b", BODY, s -> s.contains(PARTS).contains(PARTS)),
                "'b' contains two tables");
    }

    @Test
    void aChoiceContainsNothingAndATableHasRows() {
        expect(
                m -> m.step("b", BODY, s -> s.choice().contains(PARTS)),
                "'b' is a choice, which contains nothing, found a table");
        expect(
                m -> m.step("b", BODY, s -> s.contains(Transitions.<Part, Event>table().build())),
                "'b' contains a table without rows");
        Transitions<Spaced, Event> spaced =
                Transitions.<Spaced, Event>table().edge(Spaced.ONE, Event.PAGE, Spaced.ONE).build();
        expect(m -> m.step("b", BODY, s -> s.contains(spaced)), "'.': 'ONE two'");
    }

    @Test
    void constantsNameTargetsLikeStrings() {
        Machine<String, String> named =
                Machine.named("m", String.class, String.class)
                        .labelled(Names.FIRST_ONE, "start")
                        .step(Names.FIRST_ONE, BODY, s -> s.labelled(Names.WAIT_HERE, "wait"))
                        .await(
                                Names.WAIT_HERE,
                                w ->
                                        w.on(String.class, Names.THE_END)
                                                .labelled(Names.THE_END, "go"))
                        .end(Names.THE_END, "over")
                        .build();
        assertThat(named.mermaid())
                .isEqualTo(
                        """
                        stateDiagram-v2
                            [*] --> first-one: start
                            first-one --> wait-here: wait
                            wait-here --> the-end: go
                            the-end --> [*]: over
                        """);
    }

    @Test
    void aTableHasAFirstStateAndLabels() {
        assertThat(PARTS.first()).contains(Part.Pending);
        assertThat(PARTS.mermaid()).startsWith("stateDiagram-v2\n    Pending --> Fetching: Worker");
        assertThat(PARTS.moves())
                .extracting(Transitions.Move::label)
                .containsExactly("Worker receives an item", "PAGE", "LAST_PAGE");
        Transitions<Part, Event> declared =
                Transitions.<Part, Event>table()
                        .edge(Part.Fetching, Event.PAGE, Part.Done)
                        .startsIn(Part.Pending)
                        .build();
        assertThat(declared.first()).contains(Part.Pending);
        assertThat(declared.mermaid())
                .isEqualTo("stateDiagram-v2\n    [*] --> Pending\n    Fetching --> Done: PAGE\n");
        assertThat(Transitions.<Part, Event>table().build().first()).isEmpty();
        assertThatThrownBy(() ->
                        Transitions.<Part, Event>table().startsIn(Part.Done).startsIn(Part.Pending))
                .hasMessage("expected one first state, found Done and Pending");
        assertThatThrownBy(() ->
                        Transitions.<Part, Event>table()
                                .edge(Part.Done, Event.PAGE, Part.Done, " "))
                .hasMessage("expected a label of Done on PAGE, found none");
    }

    private static void expect(UnaryOperator<MachineBuilder<String, String>> more, String fault) {
        MachineBuilder<String, String> builder = Machine.named("m", String.class, String.class);
        InvalidMachine invalid =
                catchThrowableOfType(
                        InvalidMachine.class, () -> more.apply(builder.step("a", BODY)).build());
        assertThat(invalid).as(fault).isNotNull();
        assertThat(invalid.faults()).anySatisfy(each -> assertThat(each).contains(fault));
    }

    private enum Part {
        Pending,
        Fetching,
        Done
    }

    private enum Event {
        RECEIVED,
        PAGE,
        LAST_PAGE
    }

    private enum Names {
        FIRST_ONE,
        WAIT_HERE,
        THE_END
    }

    private enum Spaced {
        ONE;

        @Override
        public String toString() {
            return name() + " two";
        }
    }
}
