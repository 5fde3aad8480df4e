package dev.pawl.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The rules for Markdown files.
final class DocumentRules {
    static final int COLUMNS_MAX = 120;

    private static final Map<String, Integer> WORDS_MAX =
            Map.of("README.md", 1_000, "ARCHITECTURE.md", 2_000);
    private static final Pattern TYPE =
            Pattern.compile("`@?((?:[A-Z][a-z0-9]+){2,})(?:[.(#<][^`]*)?`");
    private static final Pattern MEMBER =
            Pattern.compile("`([A-Z]\\w*)[.](?!java`|md`)([a-zA-Z]\\w*)(?:[(.#][^`]*)?`");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(<?([^)\\s>]+)>?[^)]*\\)");
    private static final Pattern FENCE = Pattern.compile("\\s*(```+|~~~+)\\s*(.*?)\\s*");

    private DocumentRules() {}

    /// A document that people read from start to end is short; blocks of code do not count.
    static List<Finding> length(String name, String text) {
        Integer max = WORDS_MAX.get(name);
        long words = withoutBlocks(text).split("\\s+").length;
        return max == null || words <= max
                ? List.of()
                : List.of(
                        new Finding(
                                "document-length",
                                name,
                                "%d words, at most %d".formatted(words, max)));
    }

    /// Text is wrapped; rows of a table, blocks and lines with an address may be longer.
    static List<Finding> columns(String name, String text) {
        List<Finding> findings = new ArrayList<>();
        for (String line : withoutBlocks(text).lines().toList()) {
            boolean free =
                    line.strip().startsWith("|") || line.contains("](") || line.contains("://");
            int columns = line.codePointCount(0, line.length());
            if (columns > COLUMNS_MAX && !free) {
                findings.add(
                        new Finding(
                                "document-columns",
                                name,
                                "%d columns, at most %d: %s…"
                                        .formatted(columns, COLUMNS_MAX, line.substring(0, 40))));
            }
        }
        return findings;
    }

    /// A type in backticks is one for which `exists` holds.
    static List<Finding> types(String name, String text, Predicate<String> exists) {
        List<Finding> findings = new ArrayList<>();
        Matcher type = TYPE.matcher(withoutBlocks(text));
        while (type.find()) {
            if (!exists.test(type.group(1))) {
                findings.add(
                        new Finding("document-type", name, "there is no type " + type.group(1)));
            }
        }
        return findings;
    }

    /// A member in backticks, such as `Engine.start`, is one for which `exists` holds.
    static List<Finding> members(String name, String text, BiPredicate<String, String> exists) {
        List<Finding> findings = new ArrayList<>();
        Matcher member = MEMBER.matcher(withoutBlocks(text));
        while (member.find()) {
            if (!exists.test(member.group(1), member.group(2))) {
                String found = "%s has no member %s".formatted(member.group(1), member.group(2));
                findings.add(new Finding("document-member", name, found));
            }
        }
        return findings;
    }

    /// A relative link leads to something for which `exists` holds; paths are from the root.
    static List<Finding> links(String name, String text, Predicate<String> exists) {
        String directory = name.substring(0, name.lastIndexOf('/') + 1);
        List<Finding> findings = new ArrayList<>();
        Matcher link = LINK.matcher(prose(text));
        while (link.find()) {
            String target = link.group(1).replaceFirst("#.*", "");
            boolean relative = !target.isEmpty() && !target.matches("[a-z][a-z0-9+.-]*:.*");
            if (relative && !exists.test(directory + target)) {
                findings.add(new Finding("link", name, "leads nowhere: " + link.group(1)));
            }
        }
        return findings;
    }

    /// A `java` block is part of one of the `examples`; white space does not count.
    static List<Finding> code(String name, String text, List<String> examples) {
        List<String> compiled = examples.stream().map(DocumentRules::dense).toList();
        return blocks(text).stream()
                .filter(block -> block.language().equalsIgnoreCase("java"))
                .filter(block -> compiled.stream().noneMatch(e -> e.contains(dense(block.text()))))
                .map(block ->
                        new Finding(
                                "document-code",
                                name,
                                "line %d: this Java is in no file of examples/src;"
                                                .formatted(block.line())
                                        + " quote one, or write ```java sketch"))
                .toList();
    }

    private static String dense(String code) {
        return code.replaceAll("\\s+", "");
    }

    private static String withoutBlocks(String text) {
        String rest = text;
        for (Block block : blocks(text)) rest = rest.replace(block.text(), "");
        return rest;
    }

    private static String prose(String text) {
        return withoutBlocks(text)
                .lines()
                .map(l -> l.replaceAll("`[^`]*`", ""))
                .collect(Collectors.joining("\n"));
    }

    private static List<Block> blocks(String text) {
        List<Block> blocks = new ArrayList<>();
        StringBuilder body = new StringBuilder();
        String mark = null;
        String language = "";
        int number = 0;
        int first = 0;
        for (String line : text.lines().toList()) {
            number++;
            Matcher fence = FENCE.matcher(line);
            boolean isFence = fence.matches();
            if (mark == null && isFence) {
                mark = fence.group(1);
                language = fence.group(2);
                first = number;
                body.setLength(0);
            } else if (mark != null
                    && isFence
                    && fence.group(1).startsWith(mark)
                    && fence.group(2).isEmpty()) {
                blocks.add(new Block(first, language, body.toString()));
                mark = null;
            } else if (mark != null) {
                body.append(line).append('\n');
            }
        }
        return blocks;
    }

    private record Block(int line, String language, String text) {}
}
