package dev.pawl.cli.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Machine;
import dev.pawl.run.Transitions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/// A drawing is valid, shows everything, and nothing in it lies over anything else.
class DrawingTest {
    private static final Machine<String, String> MACHINE =
            Machine.named("loops", String.class, String.class)
                    .step("a", x -> x.next(), step -> step.goesTo("c").goesTo("d").finishes())
                    .await("b-wait", w -> w.on(Go.class, "c").on(Back.class, "a"))
                    .step("c", x -> x.next(), step -> step.goesTo("a", 3).goesTo("c", 5))
                    .step("d", x -> x.next(), step -> step.goesTo("a", 2))
                    .end("done")
                    .build();

    @Test
    void everyStateAndLabelIsInIt() throws Exception {
        List<String> texts = new ArrayList<>();
        for (Element text : elements("text")) texts.add(text.getTextContent());

        assertThat(texts)
                .contains("loops v1", "a", "b-wait", "c", "d", "done")
                .contains("Go", "Back", "finish early", "go to, at most 3 times");
    }

    @Test
    void statesStandApartAndInsideThePicture() throws Exception {
        Element svg = parse().getDocumentElement();
        int width = Integer.parseInt(svg.getAttribute("width"));
        int height = Integer.parseInt(svg.getAttribute("height"));
        int below = 0;
        for (Element box : elements("rect")) {
            if (box.getAttribute("height").equals("40")) {
                int top = number(box, "y");
                assertThat(top).isGreaterThan(below);
                below = top + 40;
                assertThat(number(box, "x")).isNotNegative();
                assertThat(number(box, "x") + number(box, "width")).isLessThan(width);
            }
        }
        assertThat(below).isLessThan(height).isGreaterThan(0);
    }

    @Test
    void waysThatShareARowHaveLanesOfTheirOwn() {
        DiagramArrow inner = new DiagramArrow(0, 2, "short");
        DiagramArrow outer = new DiagramArrow(0, 5, "a longer label");
        DiagramArrow apart = new DiagramArrow(3, 5, "elsewhere");
        Lanes lanes = new Lanes(List.of(outer, inner, apart), 0);

        assertThat(lanes.distance(inner)).isEqualTo(lanes.distance(apart)).isEqualTo(Lanes.GAP);
        assertThat(lanes.distance(outer))
                .isGreaterThan(lanes.distance(inner) + Lanes.width("elsewhere"));
        assertThat(lanes.width()).isGreaterThan(lanes.distance(outer) + Lanes.width("a longer"));
    }

    @Test
    void aMachineWithChoicesLabelsAndCompositesIsAColumnOfBoxes() throws Exception {
        Transitions<Part, Signal> parts =
                Transitions.<Part, Signal>table()
                        .edge(Part.PENDING, Signal.RECEIVED, Part.FETCHED)
                        .build();
        Machine<String, String> machine =
                Machine.named("drawn", String.class, String.class)
                        .await(
                                "working",
                                w ->
                                        w.on(Go.class, "check")
                                                .on(Back.class, "check")
                                                .contains(parts)
                                                .labelled("check", "all workers < 5 finished"))
                        .step(
                                "check",
                                x -> x.next(),
                                s -> s.choice().goesTo("failed").labelled("failed", "a & b"))
                        .end("completed", "successful")
                        .step("failed", x -> x.fail("no"), s -> s.alwaysFails())
                        .build();
        Document drawing = parse(machine);
        List<String> texts = new ArrayList<>();
        for (Element text : elements(drawing, "text")) texts.add(text.getTextContent());

        assertThat(texts)
                .containsExactlyInAnyOrder(
                        "drawn v1",
                        "all workers < 5 finished",
                        "a & b",
                        "working",
                        "check",
                        "completed",
                        "failed");
        assertThat(elements(drawing, "rect").stream().map(box -> box.getAttribute("stroke")))
                .contains("#b03a3a");
    }

    private static List<Element> elements(String name) throws Exception {
        return elements(parse(), name);
    }

    private static List<Element> elements(Document drawing, String name) {
        var nodes = drawing.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) elements.add((Element) nodes.item(i));
        return elements;
    }

    private static Document parse() throws Exception {
        return parse(MACHINE);
    }

    private static Document parse(Machine<?, ?> machine) throws Exception {
        byte[] svg = Drawing.svg(machine.definition()).getBytes(StandardCharsets.UTF_8);
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg));
    }

    private static int number(Element element, String attribute) {
        return Integer.parseInt(element.getAttribute(attribute));
    }

    record Go() {}

    record Back() {}

    private enum Part {
        PENDING,
        FETCHED
    }

    private enum Signal {
        RECEIVED
    }
}
