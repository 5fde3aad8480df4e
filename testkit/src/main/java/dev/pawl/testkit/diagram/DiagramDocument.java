package dev.pawl.testkit.diagram;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the state diagrams of a Markdown document, each with the headings above it.
final class DiagramDocument {
    private static final Pattern HEADING = Pattern.compile(" {0,3}(#{1,6})\\s+(.*?)\\s*#*\\s*");
    private static final Pattern FENCE = Pattern.compile("\\s*(`{3,}(?!.*`)|~{3,})\\s*(\\S*).*");

    private final List<String> lines;
    private final List<Found> found = new ArrayList<>();
    private final List<Heading> trail = new ArrayList<>();

    private DiagramDocument(List<String> lines) {
        this.lines = lines;
    }

    static List<Found> read(String markdown) {
        DiagramDocument document = new DiagramDocument(markdown.lines().toList());
        document.read();
        return document.found;
    }

    private void read() {
        for (int at = 0; at < lines.size(); at++) {
            Matcher heading = HEADING.matcher(lines.get(at));
            Matcher fence = FENCE.matcher(lines.get(at));
            if (fence.matches()) {
                int end = endOfBlock(at, fence.group(1));
                if (fence.group(2).equals("mermaid")) {
                    requireClosed(at, end);
                    block(lines.subList(at + 1, end), at + 2);
                }
                at = end;
            } else if (heading.matches()) {
                int depth = heading.group(1).length();
                trail.removeIf(above -> above.depth() >= depth);
                trail.add(new Heading(depth, heading.group(2)));
            }
        }
    }

    private int endOfBlock(int first, String fence) {
        for (int at = first + 1; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            if (line.startsWith(fence) && line.replace(fence.substring(0, 1), "").isEmpty()) {
                return at;
            }
        }
        return lines.size();
    }

    private void requireClosed(int first, int end) {
        if (end == lines.size()) {
            throw new IllegalArgumentException(
                    "line %d: expected a line that closes %s, found the end of the document"
                            .formatted(first + 1, lines.get(first).strip()));
        }
    }

    private void block(List<String> block, int firstLine) {
        if (DiagramParser.isStateDiagram(block)) {
            String name = "the diagram at line " + firstLine;
            Diagram diagram = new DiagramParser(name, block, firstLine).parse();
            found.add(new Found(diagram, trail.stream().map(Heading::text).toList()));
        }
    }

    private record Heading(int depth, String text) {}

    /// A diagram and the headings above it, the outermost first.
    record Found(Diagram diagram, List<String> trail) {
        boolean isUnder(String heading) {
            return trail.stream().anyMatch(heading.strip()::equalsIgnoreCase);
        }

        @Override
        public String toString() {
            return trail.isEmpty()
                    ? diagram.name()
                    : "%s under '%s'".formatted(diagram.name(), String.join("' > '", trail));
        }
    }
}
