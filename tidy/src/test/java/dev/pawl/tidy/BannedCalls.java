package dev.pawl.tidy;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What is not written in this code base, and what is written in its place.
final class BannedCalls {
    private static final List<Ban> BANS =
            List.of(
                    new Ban(
                            Where.TESTS,
                            "Thread\\.sleep",
                            "use virtual time, or await a condition"),
                    new Ban(
                            Where.TESTS,
                            "import static java\\.lang\\.Thread.*",
                            "call it by its class"),
                    new Ban(Where.ANYWHERE, "@Disabled", "repair the test or delete it"),
                    new Ban(
                            Where.ANYWHERE,
                            "import (static )?org\\.junit\\.jupiter\\.api\\.Assertions.*",
                            "use AssertJ"),
                    new Ban(
                            Where.ANYWHERE,
                            "import (static )?org\\.(mockito|easymock|jmock).*",
                            "write a fake beside its port"),
                    new Ban(
                            Where.ANYWHERE,
                            "import (org\\.slf4j|java\\.util\\.logging|org\\.apache).*",
                            "use System.Logger"),
                    new Ban(Where.ANYWHERE, "import lombok.*", "use a record"),
                    new Ban(
                            Where.ANYWHERE,
                            "import java\\.util\\.(Date|Calendar)",
                            "use java.time"),
                    new Ban(
                            Where.ANYWHERE,
                            "import java\\.util\\.(Vector|Hashtable|Stack)",
                            "use List, Map or Deque"),
                    new Ban(Where.ANYWHERE, "import java\\.util\\.Timer", "wait through the Host"),
                    new Ban(Where.ANYWHERE, "import java\\.util\\.Random", "use RandomGenerator"),
                    new Ban(
                            Where.ANYWHERE,
                            "new (Inheritable)?ThreadLocal|ThreadLocal\\.withInitial",
                            "pass it, or use ScopedValue"),
                    new Ban(
                            Where.LIBRARIES,
                            "System\\.(out|err)\\..*",
                            "tell the listener, or use System.Logger"),
                    new Ban(Where.ANYWHERE, "(.*\\.)?printStackTrace", "log or throw"),
                    new Ban(
                            Where.OUTSIDE_MAIN,
                            "(System\\.exit|Runtime\\.getRuntime\\(\\)\\.(exit|halt))",
                            "return the exit code to Main"),
                    new Ban(Where.ANYWHERE, "Collectors\\.toList", "use Stream.toList()"),
                    new Ban(Where.ANYWHERE, "String\\.format", "use formatted()"));

    private BannedCalls() {}

    static List<Finding> in(Source source) {
        List<Finding> findings = new ArrayList<>();
        for (Use use : uses(source)) {
            for (Ban ban : BANS) {
                if (ban.where().covers(source) && ban.pattern().matcher(use.text()).matches()) {
                    findings.add(
                            new Finding(
                                    "banned",
                                    source.name(),
                                    "line %d: %s: %s"
                                            .formatted(use.line(), use.text(), ban.replacement())));
                }
            }
        }
        return findings;
    }

    private static List<Use> uses(Source source) {
        List<Use> uses = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitImport(ImportTree tree, Void nothing) {
                String kind = tree.isStatic() ? "import static " : "import ";
                add(tree, kind + tree.getQualifiedIdentifier());
                return super.visitImport(tree, null);
            }

            @Override
            public Void visitAnnotation(AnnotationTree tree, Void nothing) {
                add(tree, "@" + tree.getAnnotationType());
                return super.visitAnnotation(tree, null);
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
                add(tree, tree.getMethodSelect().toString());
                return super.visitMethodInvocation(tree, null);
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree tree, Void nothing) {
                add(tree, tree.getQualifierExpression() + "." + tree.getName());
                return super.visitMemberReference(tree, null);
            }

            @Override
            public Void visitNewClass(NewClassTree tree, Void nothing) {
                add(tree, "new " + tree.getIdentifier().toString().replaceAll("<.*", ""));
                return super.visitNewClass(tree, null);
            }

            private void add(Tree tree, String text) {
                uses.add(new Use(source.firstLine(tree), text.replaceAll("\\s+", " ")));
            }
        }.scan(source.unit(), null);
        return uses;
    }

    private record Use(long line, String text) {}

    private record Ban(Where where, Pattern pattern, String replacement) {
        Ban(Where where, String regex, String replacement) {
            this(where, Pattern.compile(regex), replacement);
        }
    }

    private enum Where {
        ANYWHERE,
        TESTS,
        LIBRARIES,
        OUTSIDE_MAIN;

        boolean covers(Source source) {
            return switch (this) {
                case ANYWHERE -> true;
                case TESTS -> source.isTest();
                case LIBRARIES -> source.name().matches("(engine|store|testkit)/src/main/.*");
                case OUTSIDE_MAIN -> !source.name().endsWith("/Main.java");
            };
        }
    }
}
