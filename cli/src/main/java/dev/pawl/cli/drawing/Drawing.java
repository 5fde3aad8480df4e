package dev.pawl.cli.drawing;

import dev.pawl.machine.Definition;
import dev.pawl.machine.Definition.Edge;
import dev.pawl.machine.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Draws a definition as SVG.
public final class Drawing {
    private static final int BOX_HEIGHT = 40;
    private static final int ROW = 84;
    private static final int MARGIN = 16;
    private static final int TOP = 62;
    private static final int BOX_WIDTH_MIN = 130;
    private static final int PORT = 7;
    private static final int LOOP = 17;

    private final Definition definition;
    private final List<DiagramArrow> straight = new ArrayList<>();
    private final Lanes right;
    private final Lanes left;
    private final int boxWidth;
    private final int boxLeft;

    /// How far the labels of straight arrows extend beyond the column.
    private final int overhang;

    private final StringBuilder svg = new StringBuilder();

    private Drawing(Definition definition) {
        this.definition = definition;
        List<DiagramArrow> forward = new ArrayList<>();
        List<DiagramArrow> back = new ArrayList<>();
        for (DiagramArrow arrow : arrows(definition)) {
            if (arrow.isStraight()) straight.add(arrow);
            else if (arrow.isBack()) back.add(arrow);
            else forward.add(arrow);
        }
        int widest = definition.names().stream().mapToInt(Lanes::width).max().orElse(0);
        this.boxWidth = Math.max(BOX_WIDTH_MIN, widest * 8 / 7 + 40);
        int labels =
                straight.stream().mapToInt(arrow -> Lanes.width(arrow.label())).max().orElse(0);
        this.overhang = Math.max(0, labels + MARGIN - boxWidth / 2);
        this.right = new Lanes(forward, overhang);
        this.left = new Lanes(back, 0);
        this.boxLeft = MARGIN + left.width();
    }

    /// Returns the picture as the text of an SVG file.
    public static String svg(Definition definition) {
        return new Drawing(definition).draw();
    }

    private static List<DiagramArrow> arrows(Definition definition) {
        List<String> names = definition.names();
        Map<List<Integer>, String> labels = new LinkedHashMap<>();
        for (Edge edge : definition.drawnEdges()) {
            boolean outside = edge.from().equals(Edge.OUTSIDE) || edge.to().equals(Edge.OUTSIDE);
            if (outside) continue;
            var rows = List.of(names.indexOf(edge.from()), names.indexOf(edge.to()));
            labels.merge(
                    rows,
                    edge.label(),
                    (a, b) -> a.isEmpty() || b.isEmpty() ? a + b : a + " / " + b);
        }
        List<DiagramArrow> arrows = new ArrayList<>();
        labels.forEach(
                (rows, label) -> arrows.add(new DiagramArrow(rows.get(0), rows.get(1), label)));
        return arrows;
    }

    private String draw() {
        int beside = Math.max(right.width(), overhang);
        int width = boxLeft + boxWidth + beside + MARGIN;
        int height = TOP + ROW * (definition.states().size() - 1) + BOX_HEIGHT + MARGIN;
        open(Math.max(width, MARGIN * 2 + Lanes.width(title()) * 5 / 4), height);
        start();
        for (DiagramArrow arrow : straight) drawStraight(arrow);
        for (DiagramArrow arrow : right.arrows()) drawInLane(arrow, right, 1);
        for (DiagramArrow arrow : left.arrows()) drawInLane(arrow, left, -1);
        for (int row = 0; row < definition.states().size(); row++) {
            drawState(definition.states().get(row), row);
        }
        return svg.append("</svg>\n").toString();
    }

    private String title() {
        return definition.name() + " v" + definition.version();
    }

    private void open(int width, int height) {
        line(
                ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                                + " viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial\">")
                        .formatted(width, height, width, height));
        line("<title>%s</title>".formatted(escaped(title())));
        line(
                "<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\""
                        + " markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\">"
                        + "<path d=\"M0 0 L10 5 L0 10 z\" fill=\"#556\"/></marker></defs>");
        line("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
        line(
                "<text x=\"%d\" y=\"20\" font-size=\"14\" font-weight=\"bold\">%s</text>"
                        .formatted(MARGIN, escaped(title())));
    }

    private void start() {
        int x = middle();
        line("<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"#223\"/>".formatted(x, TOP - 26));
        arrow("M%d %d V%d".formatted(x, TOP - 21, TOP - 1));
    }

    private void drawStraight(DiagramArrow arrow) {
        int x = middle();
        int y = top(arrow.from()) + BOX_HEIGHT;
        arrow("M%d %d V%d".formatted(x, y, top(arrow.to()) - 1));
        if (!arrow.label().isEmpty()) label(x + 8, y + (ROW - BOX_HEIGHT) / 2 + 4, arrow, "start");
    }

    /// Draws an arrow from the side of its state, along its lane, to the side of the other state.
    private void drawInLane(DiagramArrow arrow, Lanes lanes, int side) {
        int edge = side > 0 ? boxLeft + boxWidth : boxLeft;
        int lane = edge + side * lanes.distance(arrow);
        boolean loop = arrow.from() == arrow.to();
        int leaves = loop ? LOOP : arrow.to() > arrow.from() ? PORT : -PORT;
        int arrives = loop ? PORT : -leaves;
        int from = top(arrow.from()) + BOX_HEIGHT / 2 + leaves;
        int to = top(arrow.to()) + BOX_HEIGHT / 2 + arrives;
        int sweep = to > from ? 1 : -1;
        int round = Math.min(8, Math.abs(to - from) / 2);
        arrow(
                "M%d %d H%d Q%d %d %d %d V%d Q%d %d %d %d H%d"
                        .formatted(
                                edge,
                                from,
                                lane - side * round,
                                lane,
                                from,
                                lane,
                                from + sweep * round,
                                to - sweep * round,
                                lane,
                                to,
                                lane - side * round,
                                to,
                                edge + side));
        int gap = (arrow.top() + arrow.bottom() - 1) / 2;
        int y = loop ? (from + to) / 2 : top(gap) + (ROW + BOX_HEIGHT) / 2;
        label(lane + side * 6, y + 4, arrow, side > 0 ? "start" : "end");
    }

    private void drawState(State state, int row) {
        int y = top(row);
        String colours =
                switch (state) {
                    case State.Step step when step.alwaysFails() ->
                            "fill=\"#fdecec\" stroke=\"#b03a3a\"";
                    case State.Step _ -> "fill=\"#eef3fb\" stroke=\"#4a6fa5\"";
                    case State.Wait _ -> "fill=\"#fdf6e3\" stroke=\"#b58900\"";
                    case State.End _ -> "fill=\"#eaf6ec\" stroke=\"#3a8a4d\"";
                };
        int round = state instanceof State.Wait ? BOX_HEIGHT / 2 : 6;
        box(boxLeft, y, round, colours);
        if (state instanceof State.End) {
            line(
                    ("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"none\""
                                    + " stroke=\"#3a8a4d\"/>")
                            .formatted(boxLeft + 3, y + 3, boxWidth - 6, BOX_HEIGHT - 6));
        }
        line(
                "<text x=\"%d\" y=\"%d\" font-size=\"13\" text-anchor=\"middle\">%s</text>"
                        .formatted(middle(), y + BOX_HEIGHT / 2 + 5, escaped(state.name())));
    }

    private void box(int x, int y, int round, String colours) {
        line(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" %s/>"
                        .formatted(x, y, boxWidth, BOX_HEIGHT, round, colours));
    }

    private void arrow(String path) {
        line(
                ("<path d=\"%s\" fill=\"none\" stroke=\"#556\" stroke-width=\"1.3\""
                                + " marker-end=\"url(#tip)\"/>")
                        .formatted(path));
    }

    private void label(int x, int y, DiagramArrow arrow, String anchor) {
        line(
                ("<text x=\"%d\" y=\"%d\" font-size=\"11\" text-anchor=\"%s\" fill=\"#445\""
                                + " stroke=\"#fff\" stroke-width=\"3\""
                                + " paint-order=\"stroke\">%s</text>")
                        .formatted(x, y, anchor, escaped(arrow.label())));
    }

    private void line(String element) {
        svg.append(element).append('\n');
    }

    private static int top(int row) {
        return TOP + ROW * row;
    }

    private int middle() {
        return boxLeft + boxWidth / 2;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
