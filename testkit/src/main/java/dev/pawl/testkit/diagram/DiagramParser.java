package dev.pawl.testkit.diagram;

import dev.pawl.testkit.diagram.Diagram.Edge;
import dev.pawl.testkit.diagram.Diagram.Kind;
import dev.pawl.testkit.diagram.Diagram.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses one Mermaid state diagram, line by line.
final class DiagramParser {
    private static final Pattern HEADER = Pattern.compile("stateDiagram(-v2)?");
    private static final Pattern IGNORED =
            Pattern.compile(
                    "%%.*|direction\\s.*|classDef\\s.*|class\\s.*|style\\s.*|click\\s.*|--"
                            + "|hide empty description|scale\\s.*|accTitle\\s*:.*|accDescr\\s*:.*");
    private static final String ID = "([^\\s:{}\"]+?)(?::::[\\w-]+)?";
    private static final Pattern EDGE =
            Pattern.compile(ID + "\\s*-->\\s*" + ID + "\\s*(?::\\s*(.*))?");
    private static final Pattern STATE =
            Pattern.compile(
                    "state\\s+(?:\"([^\"]*)\"\\s+as\\s+)?"
                            + ID
                            + "\\s*(?:(?:<<|\\[\\[)(\\w+)(?:>>|\\]\\]))?\\s*(\\{\\s*}?)?");
    private static final Pattern DESCRIBED = Pattern.compile(ID + "\\s*:\\s*(.*)");
    private static final Pattern BARE = Pattern.compile(ID);
    private static final Pattern NOTE =
            Pattern.compile("note\\s+(?:left|right)\\s+of\\s+" + ID + "\\s*(:.*)?");
    private static final Pattern FLOATING_NOTE = Pattern.compile("note\\s+\".*\"\\s+as\\s+\\S+");

    private final String name;
    private final List<String> lines;
    private final int firstLine;
    private final Map<String, State> states = new LinkedHashMap<>();
    private final List<Edge> edges = new ArrayList<>();
    private final Deque<Open> open = new ArrayDeque<>();
    private int at;

    DiagramParser(String name, List<String> lines, int firstLine) {
        this.name = name;
        this.lines = lines;
        this.firstLine = firstLine;
    }

    /// Returns whether the text is a state diagram and not another kind.
    static boolean isStateDiagram(List<String> lines) {
        int header = header(lines);
        return header < lines.size() && HEADER.matcher(lines.get(header).strip()).matches();
    }

    /// Returns the first line that is not empty, a comment or front matter.
    private static int header(List<String> lines) {
        int at = 0;
        boolean isFront = false;
        while (at < lines.size()) {
            String line = lines.get(at).strip();
            if (line.equals("---")) {
                isFront = !isFront;
            } else if (!isFront && !line.isEmpty() && !line.startsWith("%%")) {
                break;
            }
            at++;
        }
        return at;
    }

    Diagram parse() {
        at = header(lines);
        if (!isStateDiagram(lines)) {
            throw malformed("expected stateDiagram-v2");
        }
        for (at++; at < lines.size(); at++) {
            String line = line();
            if (!line.isEmpty() && !IGNORED.matcher(line).matches()) {
                statement(line);
            }
        }
        if (!open.isEmpty()) {
            at = open.peek().line();
            throw malformed("expected a } that closes state " + open.peek().id());
        }
        return new Diagram(name, List.copyOf(states.values()), edges);
    }

    private String line() {
        return lines.get(at).strip();
    }

    private void statement(String line) {
        Matcher edge = EDGE.matcher(line);
        Matcher state = STATE.matcher(line);
        Matcher described = DESCRIBED.matcher(line);
        if (line.equals("}")) {
            close();
        } else if (line.startsWith("note ")) {
            note(line);
        } else if (line.startsWith("accDescr") && line.endsWith("{")) {
            skipTo("}", "accDescr");
        } else if (line.contains("-->")) {
            if (!edge.matches()) {
                throw malformed("expected 'from --> to: label'");
            }
            edge(edge);
        } else if (state.matches()) {
            state(state);
        } else if (line.startsWith("state ")) {
            throw malformed(
                    "expected 'state id', 'state \"title\" as id', 'state id <<choice>>', or one of"
                            + " them with a { at the end of the line");
        } else if (line.contains("->")) {
            throw malformed("expected an arrow of the form -->");
        } else if (described.matches()) {
            add(described.group(1), described.group(2).strip(), null);
        } else if (BARE.matcher(line).matches()) {
            add(line.replaceFirst(":::.*", ""), null, null);
        } else {
            throw malformed("expected an edge, a state, a note or a }");
        }
    }

    private void edge(Matcher edge) {
        String from = end(edge.group(1));
        String to = end(edge.group(2));
        edges.add(new Edge(from, to, edge.group(3) == null ? "" : edge.group(3)));
    }

    private String end(String id) {
        if (id.equals(Diagram.TERMINAL)) {
            return open.isEmpty() ? id : open.peek().id() + "/" + id;
        }
        add(id, null, null);
        return id;
    }

    private void state(Matcher state) {
        String kind = state.group(3);
        add(state.group(2), state.group(1), kind == null ? null : kind(kind));
        String brace = state.group(4);
        if (brace != null && !brace.endsWith("}")) {
            open.push(new Open(state.group(2), at));
        }
    }

    private Kind kind(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "choice" -> Kind.CHOICE;
            case "fork" -> Kind.FORK;
            case "join" -> Kind.JOIN;
            default -> throw malformed("expected <<choice>>, <<fork>> or <<join>>");
        };
    }

    /// Adds a state, or what a later line adds to it: it stays where it was named first.
    private void add(String id, @Nullable String title, @Nullable Kind kind) {
        String parent = open.isEmpty() ? "" : open.peek().id();
        State known = states.getOrDefault(id, new State(id, id, Kind.STATE, parent));
        states.put(
                id,
                new State(
                        id,
                        title == null ? known.title() : title,
                        kind == null ? known.kind() : kind,
                        known.parent()));
    }

    private void close() {
        if (open.isEmpty()) {
            throw malformed("expected no }, because no state is open");
        }
        open.pop();
    }

    private void note(String line) {
        Matcher note = NOTE.matcher(line);
        if (note.matches()) {
            if (note.group(2) == null) {
                skipTo("end note", "a note");
            }
        } else if (!FLOATING_NOTE.matcher(line).matches()) {
            throw malformed("expected 'note left of id', 'note right of id' or 'note \"…\" as id'");
        }
    }

    private void skipTo(String end, String what) {
        int from = at;
        while (!line().equals(end)) {
            at++;
            if (at == lines.size()) {
                at = from;
                throw malformed("expected a line '%s' after %s".formatted(end, what));
            }
        }
    }

    private IllegalArgumentException malformed(String expected) {
        String found = at < lines.size() ? "'%s'".formatted(line()) : "the end of the diagram";
        return new IllegalArgumentException(
                "line %d: %s, found %s".formatted(firstLine + at, expected, found));
    }

    private record Open(String id, int line) {}
}
