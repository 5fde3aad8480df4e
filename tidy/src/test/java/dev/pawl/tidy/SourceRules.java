package dev.pawl.tidy;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import javax.lang.model.element.Modifier;

/// The rules that look at one Java file.
final class SourceRules {
    static final int MAIN_LINES_MAX = 400;
    static final int TEST_LINES_MAX = 600;
    static final int METHOD_LINES_MAX = 60;
    static final int PARAMETERS_MAX = 4;
    static final int CONSTRUCTOR_PARAMETERS_MAX = 7;
    static final int COMPONENTS_MAX = 8;
    static final int COLUMNS_MAX = 100;

    /// All of them.
    static final List<Function<Source, List<Finding>>> ALL =
            List.of(
                    SourceRules::fileLength,
                    SourceRules::lineLength,
                    SourceRules::unfinished,
                    SourceRules::wildcardImport,
                    SourceRules::sizes,
                    SourceRules::vacuous,
                    SourceRules::tags,
                    BannedCalls::in,
                    SourceRules::format);

    private static final Pattern TAG = Pattern.compile("(?m)^ *@Tag\\(\"([^\"]*)\"\\)");
    private static final Set<String> TAGS = new TreeSet<>(Set.of("volume", "long", "kube"));
    private static final Set<String> OF_ALL = Set.of("allMatch", "allSatisfy");
    private static final Predicate<String> OF_SIZE =
            Pattern.compile("isNotEmpty|hasSize\\w*|contains\\w*|singleElement").asMatchPredicate();

    // The letters in brackets keep this file from breaking its own rule.
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO[D]O|FI[X]ME|XX[X])\\b");

    private SourceRules() {}

    static List<Finding> fileLength(Source source) {
        int lines = source.lines().size();
        int max = source.isTest() ? TEST_LINES_MAX : MAIN_LINES_MAX;
        return lines <= max
                ? List.of()
                : List.of(
                        new Finding(
                                "file-length",
                                source.name(),
                                "%d lines, at most %d: split it".formatted(lines, max)));
    }

    /// Lines of a text block and lines with an address may be long: breaking them changes them.
    static List<Finding> lineLength(Source source) {
        Set<Long> free = textBlockLines(source);
        List<Finding> findings = new ArrayList<>();
        List<String> lines = source.lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            int columns = line.codePointCount(0, line.length());
            if (columns > COLUMNS_MAX && !line.contains("://") && !free.contains(i + 1L)) {
                findings.add(
                        new Finding(
                                "line-length",
                                source.name(),
                                "line %d has %d columns, at most %d"
                                        .formatted(i + 1, columns, COLUMNS_MAX)));
            }
        }
        return findings;
    }

    static List<Finding> unfinished(Source source) {
        List<Finding> findings = new ArrayList<>();
        List<String> lines = source.lines();
        for (int i = 0; i < lines.size(); i++) {
            if (UNFINISHED.matcher(lines.get(i)).find()) {
                findings.add(
                        new Finding(
                                "unfinished",
                                source.name(),
                                "line %d promises later work: do it now, or open an issue"
                                        .formatted(i + 1)));
            }
        }
        return findings;
    }

    static List<Finding> wildcardImport(Source source) {
        return source.unit().getImports().stream()
                .map(ImportTree::getQualifiedIdentifier)
                .map(Tree::toString)
                .filter(name -> name.endsWith(".*"))
                .map(name ->
                        new Finding(
                                "wildcard-import",
                                source.name(),
                                "import %s: name each type".formatted(name)))
                .toList();
    }

    /// Long methods, long parameter lists and wide records.
    static List<Finding> sizes(Source source) {
        List<Finding> findings = new ArrayList<>();
        new TreeScanner<Void, Owner>() {
            @Override
            public Void visitClass(ClassTree type, Owner outer) {
                boolean isRecord = type.getKind() == Tree.Kind.RECORD;
                Owner owner = outer.enter(type.getSimpleName().toString(), isRecord);
                if (isRecord) {
                    long components =
                            type.getMembers().stream().filter(SourceRules::isComponent).count();
                    add("record-components", owner.name(), components, COMPONENTS_MAX);
                }
                return super.visitClass(type, owner);
            }

            @Override
            public Void visitMethod(MethodTree method, Owner owner) {
                boolean isConstructor = method.getReturnType() == null;
                String name = owner.name() + "." + (isConstructor ? "new" : method.getName());
                long lines = source.lastLine(method) - source.firstLine(method) + 1;
                add("method-length", name, lines, METHOD_LINES_MAX);
                int max = isConstructor ? owner.constructorMax() : PARAMETERS_MAX;
                add("parameters", name, method.getParameters().size(), max);
                return super.visitMethod(method, owner);
            }

            private void add(String rule, String member, long found, int max) {
                if (found > max) {
                    String what =
                            rule.equals("method-length") ? "lines" : rule.replace("record-", "");
                    findings.add(
                            new Finding(
                                    rule,
                                    source.name() + "#" + member,
                                    "%d %s, at most %d".formatted(found, what, max)));
                }
            }
        }.scan(source.unit(), new Owner("", false));
        return findings;
    }

    /// What is said of all elements holds where there are none, too: so a test says first that
    /// there are some.
    static List<Finding> vacuous(Source source) {
        List<Finding> findings = new ArrayList<>();
        if (!source.isTest()) return findings;
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                if (call.getMethodSelect() instanceof MemberSelectTree select
                        && OF_ALL.contains(select.getIdentifier().toString())) {
                    List<String> before = calls(select.getExpression());
                    if (before.contains("assertThat") && before.stream().noneMatch(OF_SIZE)) {
                        findings.add(
                                new Finding(
                                        "vacuous",
                                        source.name(),
                                        "line %d: %s holds of nothing: first say isNotEmpty"
                                                .formatted(
                                                        source.firstLine(call),
                                                        select.getIdentifier())));
                    }
                }
                return super.visitMethodInvocation(call, null);
            }
        }.scan(source.unit(), null);
        return findings;
    }

    /// The profiles `long` and `kube` choose tests by their tags: one with many rounds has a tag,
    /// and no tag is misspelt.
    static List<Finding> tags(Source source) {
        List<Finding> findings = new ArrayList<>();
        boolean usesRounds =
                source.unit().getImports().stream()
                        .anyMatch(each ->
                                each.getQualifiedIdentifier().toString().endsWith(".Rounds"));
        Matcher tag = TAG.matcher(source.text());
        boolean isTagged = false;
        while (tag.find()) {
            isTagged = true;
            if (!TAGS.contains(tag.group(1))) {
                findings.add(
                        new Finding(
                                "tags",
                                source.name(),
                                "expected a tag of %s, found '%s'".formatted(TAGS, tag.group(1))));
            }
        }
        if (source.isTest() && !isTagged && usesRounds) {
            findings.add(
                    new Finding(
                            "tags", source.name(), "it uses Rounds: tag its tests with 'volume'"));
        }
        return findings;
    }

    /// Returns the names of the calls of a chain, last one first.
    private static List<String> calls(ExpressionTree chain) {
        List<String> names = new ArrayList<>();
        ExpressionTree at = chain;
        while (at instanceof MethodInvocationTree call) {
            if (call.getMethodSelect() instanceof MemberSelectTree select) {
                names.add(select.getIdentifier().toString());
                at = select.getExpression();
            } else {
                names.add(call.getMethodSelect().toString());
                return names;
            }
        }
        return names;
    }

    static List<Finding> format(Source source) {
        try {
            return formatted(source.text()).equals(source.text())
                    ? List.of()
                    : List.of(new Finding("format", source.name(), "not formatted: run ./format"));
        } catch (FormatterException e) {
            return List.of(
                    new Finding("format", source.name(), "cannot be parsed: " + e.getMessage()));
        }
    }

    /// Returns what ./format makes of `text`: four spaces, and imports in one sorted block.
    private static String formatted(String text) throws FormatterException {
        String imports =
                RemoveUnusedImports.removeUnusedImports(
                        ImportOrderer.reorderImports(text, JavaFormatterOptions.Style.GOOGLE));
        var options = JavaFormatterOptions.builder().style(JavaFormatterOptions.Style.AOSP);
        return new Formatter(options.build()).formatSource(imports);
    }

    private static boolean isComponent(Tree member) {
        return member instanceof VariableTree field
                && !field.getModifiers().getFlags().contains(Modifier.STATIC);
    }

    private static Set<Long> textBlockLines(Source source) {
        Set<Long> lines = new HashSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitLiteral(LiteralTree literal, Void nothing) {
                LongStream.rangeClosed(source.firstLine(literal), source.lastLine(literal))
                        .skip(1)
                        .forEach(lines::add);
                return null;
            }
        }.scan(source.unit(), null);
        return lines;
    }

    /// The type around a member.
    private record Owner(String name, boolean isRecord) {

        Owner enter(String inner, boolean record) {
            return new Owner(name.isEmpty() ? inner : name + "." + inner, record);
        }

        /// A record's constructor takes what the record has.
        int constructorMax() {
            return isRecord ? COMPONENTS_MAX : CONSTRUCTOR_PARAMETERS_MAX;
        }
    }
}
