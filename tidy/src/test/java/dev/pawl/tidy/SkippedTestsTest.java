package dev.pawl.tidy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedTestsTest {
    private static final String ALL =
            """
            a.OneTest.two* "no database" It needs a database.
            a.OneTest.three* "Tuesday" It is about Tuesdays.
            a.OneTest.f* "no reason" It is shy.
            """;

    @TempDir Path root;

    @BeforeEach
    void reports() throws IOException {
        report("one", "surefire-reports", "<testcase classname='a.OneTest' name='one'/>");
        report(
                "systems/two",
                "long-reports",
                """
                <testcase classname='a.OneTest' name='two'>
                  <skipped type="org.opentest4j.TestAbortedException"><![CDATA[\
                org.opentest4j.TestAbortedException: Assumption failed: there is
                  no database
                	at a.OneTest.two(OneTest.java:3)
                ]]></skipped>
                </testcase>
                <testcase classname='a.OneTest' name='three{String}[1]'>
                  <skipped message="only on a Tuesday"/>
                </testcase>
                <testcase classname='a.OneTest' name='four'><skipped/></testcase>
                """);
    }

    private void report(String module, String folder, String cases) throws IOException {
        Path reports = root.resolve(module).resolve("target").resolve(folder);
        Files.createDirectories(reports);
        Files.writeString(root.resolve(module).resolve("pom.xml"), "<project/>");
        Files.writeString(reports.resolve("TEST-a.xml"), "<testsuite>" + cases + "</testsuite>");
    }

    private SkippedTests found() {
        return SkippedTests.in(new Repository(root));
    }

    @Test
    void listsEachWithItsReason() {
        assertThat(found().lines())
                .containsExactly(
                        "a.OneTest.four: no reason was given",
                        "a.OneTest.three{String}[1]: only on a Tuesday",
                        "a.OneTest.two: there is no database");
    }

    @Test
    void acceptsWhatAnEntryAllows() {
        assertThat(found().faults("# head\n\n" + ALL)).isEmpty();
    }

    @Test
    void findsWhatNoEntryAllows() {
        assertThat(found().faults(ALL.replace("OneTest.f*", "OneTest.t*")))
                .containsExactly(
                        "a.OneTest.four was skipped (no reason was given), but no entry allows it");
        assertThat(found().faults("")).hasSize(3);
        // A name is a whole one, and nothing but '*' has a meaning.
        assertThat(found().faults("OneTest.* \"o\" x\na.OneTest.tw. \"o\" x")).hasSize(5);
    }

    @Test
    void findsATestThatIsSkippedForAnotherReason() {
        assertThat(found().faults(ALL.replace("no database", "no disk")))
                .containsExactly(
                        "a.OneTest.two was skipped (there is no database), but no entry allows it");
    }

    @Test
    void findsAnEntryThatIsTheNameOfNoTest() {
        assertThat(found().faults(ALL + "a.OneTest.five \"x\" y"))
                .containsExactly(
                        "'a.OneTest.five' may be skipped, but there is no such test: delete the"
                                + " entry");
        // One that was executed here may be skipped elsewhere.
        assertThat(found().faults(ALL + "a.OneTest.one \"x\" y")).isEmpty();
    }

    @Test
    void refusesAnEntryWithoutAReason() {
        for (String line : List.of("a.OneTest.two", "a.B x", "a.B \"x\"", "a.B \"\" y")) {
            assertThatThrownBy(() -> found().faults(line))
                    .hasMessage("expected 'TEST \"REASON OF THE TEST\" WHY', found: " + line);
        }
    }

    @Test
    void isNotContentWithoutReports() throws IOException {
        Files.delete(root.resolve("one/target/surefire-reports/TEST-a.xml"));
        Files.delete(root.resolve("systems/two/target/long-reports/TEST-a.xml"));
        assertThat(found().faults("")).containsExactly("expected test reports, found none");
    }

    @Test
    void findsClassesOfTestsWithoutAReport() throws IOException {
        source("one", "a/OneTest", "class OneTest {}");
        source("one", "a/Reports", "class Reports {}");
        assertThat(found().faults(ALL)).isEmpty();

        source("one", "a/b/OtherTest", "class OtherTest {}");
        source("one", "a/MoreTest", "class MoreTest {}");
        source("one", "a/SeedsTest", "@Tag(\"volume\") class SeedsTest {}");
        source("three", "a/OneTest", "class OneTest {}");
        Files.writeString(root.resolve("three/pom.xml"), "<project/>");
        assertThat(found().faults(ALL))
                .containsExactly(
                        "expected a report of every test class in one/target/long-reports,"
                                + " found none of a.SeedsTest",
                        "expected a report of every test class in one/target/surefire-reports,"
                                + " found none of a.MoreTest, a.b.OtherTest",
                        "expected a report of every test class in"
                                + " three/target/surefire-reports, found none of a.OneTest");
    }

    /// A test in volume has rounds in every build too; those are not the volume.
    @Test
    void wantsTheReportOfATestInVolumeFromTheLongProfile() throws IOException {
        source("one", "a/OneTest", "class OneTest { @Tag(\"long\") void two() {} }");
        assertThat(found().faults(ALL)).singleElement().asString().contains("one/target/long");
        for (String name : List.of("a.OneTest$Inner", "a.OneTest[2]", "a.OneTest(sqlite)")) {
            report("one", "long-reports", "<testcase classname='%s' name='x'/>".formatted(name));
            assertThat(found().faults(ALL)).as(name).isEmpty();
        }
        report("one", "long-reports", "<testcase classname='a.OneTests' name='x'/>");
        assertThat(found().faults(ALL)).hasSize(1);
    }

    /// `.ci/run` knows by the exit code whether anything is wrong.
    @Test
    void theProgramEndsWithOneOnAFault() throws Exception {
        Files.createDirectories(root.resolve(".mvn"));
        Files.createFile(root.resolve(".mvn/find-jdk"));
        assertThat(ended(ALL)).isZero();
        assertThat(ended("")).isEqualTo(1);
        assertThat(ended("no entry")).isEqualTo(1);
    }

    private int ended(String allowed) throws Exception {
        Path skips = Files.writeString(root.resolve("skips.txt"), allowed);
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path classes =
                Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Process process =
                new ProcessBuilder(
                                java.toString(),
                                "-cp",
                                classes.toString(),
                                Main.class.getName(),
                                skips.toString())
                        .directory(root.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(root.resolve("out").toFile())
                        .start();
        return process.waitFor();
    }

    private void source(String module, String path, String text) throws IOException {
        Path file = root.resolve(module).resolve("src/test/java").resolve(path + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void refusesAReportThatIsNone() throws IOException {
        report("one", "surefire-reports", "<testcase");
        assertThatThrownBy(this::found)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("TEST-a.xml");
    }
}
