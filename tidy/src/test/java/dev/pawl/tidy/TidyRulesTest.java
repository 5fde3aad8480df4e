package dev.pawl.tidy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each rule finds what it is there for, and nothing else.
class TidyRulesTest {
    private static final String MAIN = "engine/src/main/java/dev/pawl/run/Thing.java";
    private static final String TEST = "engine/src/test/java/dev/pawl/run/ThingTest.java";

    @Test
    void aFileMayBeAsLongAsItsLimit() {
        assertThat(SourceRules.fileLength(lines(MAIN, 400))).isEmpty();
        assertThat(SourceRules.fileLength(lines(MAIN, 401))).hasSize(1);
        assertThat(SourceRules.fileLength(lines(TEST, 600))).isEmpty();
        assertThat(SourceRules.fileLength(lines(TEST, 601))).hasSize(1);
    }

    @Test
    void aLongLineIsFoundUnlessItIsAnAddressOrInATextBlock() {
        String wide = "x".repeat(101);

        assertThat(SourceRules.lineLength(main("// " + wide))).hasSize(1);
        assertThat(SourceRules.lineLength(main("// https://" + wide))).isEmpty();
        assertThat(
                        SourceRules.lineLength(
                                main("class A { String a = \"\"\"\n" + wide + "\n\"\"\"; }")))
                .isEmpty();
        assertThat(SourceRules.lineLength(main("class A { String a = \"" + wide + "\"; }")))
                .hasSize(1);
    }

    @Test
    void aPromiseOfLaterWorkIsFound() {
        assertThat(SourceRules.unfinished(main("// TO" + "DO: later"))).hasSize(1);
        assertThat(SourceRules.unfinished(main("// FIX" + "ME"))).hasSize(1);
        assertThat(SourceRules.unfinished(main("// all is done"))).isEmpty();
    }

    @Test
    void aBannedWordIsFoundInTextsAndInNames() {
        assertThat(words("/// Tells the listener.")).singleElement().asString().contains("reports");
        assertThat(words("void nobodyIsToldTwice() {}")).hasSize(2);
        assertThat(words("the engine goes  on, Unless Told")).hasSize(3);
        assertThat(words("/// The lifecycle of a live run continues; it never stalls.")).isEmpty();
        assertThat(words("/// The theme of the chapter, there.")).isEmpty();
        assertThat(words("void aRunBeginsAndBeginsForEver() {}")).hasSize(2);
        assertThat(words("execute(\"begin immediate\"); // starts the transaction")).isEmpty();
        assertThat(words("begin")).isEmpty();
        assertThat(words("void begin(long at) {}")).hasSize(1);
        assertThat(words("The node closes in order. No word from it.")).hasSize(2);
        assertThat(words("It stops in order to restart; entries in order.")).isEmpty();
        assertThat(words("Files are set aside.")).hasSize(1);
    }

    private static List<Finding> words(String line) {
        return WordRules.in(MAIN, List.of(line));
    }

    @Test
    void aNameThatTwoShippedTypesHaveIsFound() {
        String other = "store/src/main/java/dev/pawl/store/Thing.java";
        String test = "trials/src/main/java/dev/pawl/trials/Thing.java";
        String map = "/package-info.java";

        assertThat(NameRules.unique(List.of(MAIN, other)))
                .singleElement()
                .asString()
                .contains(MAIN, other);
        assertThat(NameRules.unique(List.of(MAIN, test, TEST))).isEmpty();
        assertThat(
                        NameRules.unique(
                                List.of(
                                        "engine/src/main/java/a" + map,
                                        "engine/src/main/java/b" + map)))
                .isEmpty();
    }

    @Test
    void aWildcardImportIsFound() {
        assertThat(SourceRules.wildcardImport(main("import java.util.*;"))).hasSize(1);
        assertThat(SourceRules.wildcardImport(main("import static java.util.Map.*;"))).hasSize(1);
        assertThat(SourceRules.wildcardImport(main("import java.util.List;"))).isEmpty();
    }

    @Test
    void whatIsSaidOfAllElementsIsSaidOfSome() {
        assertThat(vacuous("assertThat(x).allMatch(e -> true);")).hasSize(1);
        assertThat(vacuous("Assertions.assertThat(x).as(y).allSatisfy(e -> {});")).hasSize(1);
        assertThat(vacuous("assertThat(x).allMatch(e -> true).isNotEmpty();")).hasSize(1);
        assertThat(vacuous("assertThat(x).isNotEmpty().allMatch(e -> true);")).isEmpty();
        assertThat(vacuous("assertThat(x).as(y).hasSizeGreaterThan(3).allSatisfy(e -> {});"))
                .isEmpty();
        assertThat(vacuous("assertThat(x).noneMatch(e -> true);")).isEmpty();
        assertThat(vacuous("boolean all = x.stream().allMatch(e -> true);")).isEmpty();
    }

    private static List<Finding> vacuous(String statement) {
        String text = "class A { void f() { %s } }".formatted(statement);
        assertThat(SourceRules.vacuous(Source.parse(MAIN, text))).isEmpty();
        return SourceRules.vacuous(Source.parse(TEST, text));
    }

    @Test
    void aTestWithManyRoundsHasOneOfTheTags() {
        String uses = "import dev.pawl.testkit.Rounds;\nclass A {}";
        assertThat(SourceRules.tags(Source.parse(TEST, uses))).hasSize(1);
        assertThat(SourceRules.tags(Source.parse(MAIN, uses))).isEmpty();
        assertThat(SourceRules.tags(Source.parse(TEST, uses.replace("cl", "@Tag(\"volume\")\ncl"))))
                .isEmpty();
        assertThat(SourceRules.tags(Source.parse(TEST, "@Tag(\"long\")\nclass A {}"))).isEmpty();
        assertThat(SourceRules.tags(Source.parse(TEST, "@Tag(\"volum\")\nclass A {}"))).hasSize(1);
    }

    @Test
    void aMethodMayBeAsLongAsItsLimit() {
        assertThat(SourceRules.sizes(main(method(60)))).isEmpty();
        assertThat(SourceRules.sizes(main(method(61))))
                .extracting(Finding::subject)
                .containsExactly(MAIN + "#A.f");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    class A { void f(int a, int b, int c, int d) {} }                                  |
                    class A { void f(int a, int b, int c, int d, int e) {} }                           | parameters
                    class A { A(int a, int b, int c, int d, int e, int f, int g) {} }                  |
                    class A { A(int a, int b, int c, int d, int e, int f, int g, int h) {} }           | parameters
                    record A(int a, int b, int c, int d, int e, int f, int g, int h) { A {} }          |
                    record A(int a, int b, int c, int d, int e, int f, int g, int h, int i) {}         | record-components
                    record A(int a, int b, int c, int d, int e, int f, int g, int h) { static int i; } |
                    """)
    void parametersAndComponentsAreCounted(String code, String rule) {
        assertThat(SourceRules.sizes(main(code)))
                .extracting(Finding::rule)
                .isEqualTo(rule == null ? List.of() : List.of(rule));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    class A { void f() { Thread.sleep(1); } }
                    class A { Runnable r = Thread::sleep; }
                    @Disabled class A {}
                    class A { @Disabled("flaky") void f() {} }
                    import static org.junit.jupiter.api.Assertions.assertTrue;
                    import org.mockito.Mockito;
                    import java.util.logging.Logger;
                    import java.util.Date;
                    import java.util.Random;
                    class A { ThreadLocal<String> t = new ThreadLocal<>(); }
                    class A { void f(Exception e) { e.printStackTrace(); } }
                    class A { void f() { System.exit(1); } }
                    class A { String s = String.format("%s", 1); }
                    class A { Object o = Collectors.toList(); }
                    """)
    void aBannedCallIsFound(String code) {
        assertThat(BannedCalls.in(test(code))).hasSize(1);
    }

    @Test
    void aBanHasItsPlace() {
        String print = "class A { void f() { System.out.println(1); } }";
        String exit = "class A { void f() { System.exit(1); } }";
        String words = "// Thread.sleep(1)\nclass A { String s = \"Thread.sleep(1)\"; }";

        assertThat(BannedCalls.in(main(print))).hasSize(1);
        assertThat(BannedCalls.in(Source.parse("cli/src/main/java/A.java", print))).isEmpty();
        assertThat(BannedCalls.in(Source.parse("cli/src/main/java/Main.java", exit))).isEmpty();
        assertThat(BannedCalls.in(test(words))).isEmpty();
    }

    @Test
    void unformattedCodeIsFound() {
        assertThat(SourceRules.format(main("class A {\n    int a;\n}\n"))).isEmpty();
        assertThat(SourceRules.format(main("class A {\n  int a;\n}\n"))).hasSize(1);
        assertThat(SourceRules.format(main("import java.util.List;\n\nclass A {}\n"))).hasSize(1);
        assertThat(SourceRules.format(main("class {"))).hasSize(1);
    }

    @Test
    void aPackageHasAMapAndIsNotTooLarge() {
        String directory = "engine/src/main/java/dev/pawl/run/";

        assertThat(PackageRules.check(directory, List.of("package-info.java"))).isEmpty();
        assertThat(PackageRules.check(directory, List.of("A.java")))
                .extracting(Finding::rule)
                .containsExactly("package-info");
        assertThat(PackageRules.check(directory, Collections.nCopies(42, "package-info.java")))
                .extracting(Finding::rule)
                .containsExactly("package-size");
        assertThat(PackageRules.check("engine/src/test/java/dev/pawl/run/", List.of("A.java")))
                .isEmpty();
    }

    @Test
    void aDocumentKeepsItsLength() {
        String block = "```\n" + "x ".repeat(500) + "\n```\n";

        assertThat(DocumentRules.length("README.md", "x ".repeat(990) + "\n" + block)).isEmpty();
        assertThat(DocumentRules.length("README.md", "x ".repeat(1_001))).hasSize(1);
        assertThat(DocumentRules.length("ARCHITECTURE.md", "x ".repeat(2_001))).hasSize(1);
        assertThat(DocumentRules.length("docs/README.md", "x ".repeat(2_001))).isEmpty();
    }

    @Test
    void aLineOfADocumentIsWrapped() {
        String wide = "x".repeat(121);

        assertThat(DocumentRules.columns("a.md", "x".repeat(120))).isEmpty();
        assertThat(DocumentRules.columns("a.md", wide)).hasSize(1);
        assertThat(DocumentRules.columns("a.md", "| " + wide + " |")).isEmpty();
        assertThat(DocumentRules.columns("a.md", "```\n" + wide + "\n```\n")).isEmpty();
        assertThat(DocumentRules.columns("a.md", "https://" + wide)).isEmpty();
    }

    @Test
    void aTypeInBackticksExists() {
        String text = "`RunLock`, `RunLock.take`, `Gone`, `RunGone`, RunAway, `runs`, `RUN_X`";

        assertThat(DocumentRules.types("a.md", text, "RunLock"::equals))
                .extracting(Finding::message)
                .containsExactly("there is no type RunGone");
    }

    @Test
    void aMemberInBackticksExists() {
        TypeNames types =
                new TypeNames(
                        List.of(
                                main(
                                        "record A(int part) { void call() {} enum E { ONE } }"
                                                + " class Heir extends A {}")));
        String text =
                "`A.part`, `A.call(x)`, `E.ONE`, `E.values()`, `A.E`, `Heir.any`, `Other.any`,"
                        + " `A.java`, `A.gone`, `E.TWO`";

        assertThat(DocumentRules.members("a.md", text, types::hasMember))
                .extracting(Finding::message)
                .containsExactly("A has no member gone", "E has no member TWO");
    }

    @Test
    void typesOfTheRepositoryAndOfTheJdkExist() {
        TypeNames types = new TypeNames(List.of(main("class A { record InnerThing() {} }")));

        assertThat(Stream.of("InnerThing", "OutOfMemoryError", "TreeMap").allMatch(types::exists))
                .isTrue();
        assertThat(types.exists("NoSuchThing")).isFalse();
    }

    @Test
    void aRelativeLinkLeadsToAFile() {
        String text =
                "[a](there.md#x), [b](https://example.org), [c](#d), `[e](f)`\n```\n[g](h)\n```\n";

        assertThat(DocumentRules.links("docs/a.md", text, "docs/there.md"::equals)).isEmpty();
        assertThat(DocumentRules.links("docs/a.md", text, _ -> false))
                .extracting(Finding::message)
                .containsExactly("leads nowhere: there.md#x");
    }

    @Test
    void javaInADocumentIsCompiledOrASketch() {
        String text = "```java\nint a =\n        1;\n```\n";
        String sketch = "```java sketch\nanything\n```\n";

        assertThat(DocumentRules.code("README.md", text, List.of("class A { int a = 1; }")))
                .isEmpty();
        assertThat(DocumentRules.code("README.md", text, List.of("class A { int b = 1; }")))
                .hasSize(1);
        assertThat(DocumentRules.code("README.md", sketch, List.of())).isEmpty();
    }

    @Test
    void anExemptionNeedsAReasonAndAUse() {
        Finding finding = new Finding("file-length", MAIN, "too long");
        Exemptions exemptions =
                Exemptions.parse("# a comment\n\nfile-length " + MAIN + " a table\n");

        assertThat(exemptions.apply(List.of(finding))).isEmpty();
        assertThat(exemptions.apply(List.of()))
                .extracting(Finding::rule)
                .containsExactly("unused-exemption");
        assertThat(Exemptions.parse("").apply(List.of(finding))).containsExactly(finding);
        assertThatThrownBy(() -> Exemptions.parse("file-length " + MAIN))
                .hasMessageContaining("rule subject reason");
    }

    private static Source main(String text) {
        return Source.parse(MAIN, text);
    }

    private static Source test(String text) {
        return Source.parse(TEST, text);
    }

    private static Source lines(String name, int count) {
        return Source.parse(name, "//\n".repeat(count));
    }

    private static String method(int lines) {
        return Stream.of("class A {", "void f() {\n" + "//\n".repeat(lines - 2) + "}", "}")
                .reduce("", (a, b) -> a + b + "\n");
    }
}
