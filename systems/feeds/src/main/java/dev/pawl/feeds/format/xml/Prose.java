package dev.pawl.feeds.format.xml;

import dev.pawl.feeds.format.xml.XmlContent.Text;
import java.util.Set;

/// Converts mixed content to plain text.
///
/// As in a browser, runs of spaces become one space and lines have none at their ends, except in
/// `pre`. A `div` with a margin, which publishers use to indent code, is indented.
final class Prose {
    private static final Set<String> BLOCKS =
            Set.of(
                    "p",
                    "div",
                    "ul",
                    "ol",
                    "li",
                    "dl",
                    "dt",
                    "dd",
                    "pre",
                    "blockquote",
                    "table",
                    "tr",
                    "h1",
                    "h2",
                    "h3",
                    "h4",
                    "h5",
                    "h6");
    private static final Set<String> LISTS = Set.of("ul", "ol");
    private static final int INDENT = 4;

    private final StringBuilder out = new StringBuilder();
    private boolean atLineStart = true;
    private boolean gap;
    private String bullet = "";
    private int indent;
    private int lists;

    private Prose() {}

    static String of(Element element) {
        Prose prose = new Prose();
        prose.content(element);
        return prose.out.toString().stripTrailing();
    }

    private void content(Element element) {
        for (XmlContent part : element.content()) {
            switch (part) {
                case Text(String value) -> words(value);
                case Element child -> element(child);
            }
        }
    }

    private void element(Element element) {
        switch (element.name()) {
            case "br" -> newLine();
            case "img" -> words(element.attribute("alt").orElse(""));
            case "td", "th" -> cell(element);
            case "pre" -> verbatim(element);
            case String name when BLOCKS.contains(name) -> block(element);
            default -> content(element);
        }
    }

    private void block(Element element) {
        boolean list = LISTS.contains(element.name());
        boolean margin = element.attribute("style").orElse("").contains("margin-left");
        int more = margin || (list && lists > 0) ? INDENT : 0;
        ensureLineStart();
        indent += more;
        if (list) lists++;
        if (element.name().equals("li")) bullet = "- ";
        content(element);
        bullet = "";
        if (list) lists--;
        indent -= more;
        ensureLineStart();
    }

    private void cell(Element element) {
        if (!atLineStart) words(" | ");
        content(element);
    }

    private void verbatim(Element element) {
        ensureLineStart();
        StringBuilder text = new StringBuilder();
        verbatim(element, text);
        String lines = text.toString().strip();
        out.append(lines);
        atLineStart = lines.isEmpty();
        ensureLineStart();
    }

    private static void verbatim(Element element, StringBuilder text) {
        if (element.name().equals("br")) text.append('\n');
        for (XmlContent part : element.content()) {
            switch (part) {
                case Text(String value) -> text.append(value);
                case Element child -> verbatim(child, text);
            }
        }
    }

    private void words(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c)) gap = true;
            else add(c);
        }
    }

    private void add(char c) {
        if (atLineStart) out.repeat(' ', indent).append(bullet);
        else if (gap) out.append(' ');
        out.append(c);
        atLineStart = false;
        gap = false;
        bullet = "";
    }

    private void ensureLineStart() {
        if (!atLineStart) newLine();
        gap = false;
    }

    private void newLine() {
        if (!out.isEmpty()) out.append('\n');
        atLineStart = true;
        gap = false;
    }
}
