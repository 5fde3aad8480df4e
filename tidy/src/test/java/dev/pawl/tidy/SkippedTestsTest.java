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
                        "a.OneTest.four was skipped (no reason was given), and no entry allows it");
        assertThat(found().faults("")).hasSize(3);
        // A name is a whole one, and nothing but '*' has a meaning.
        assertThat(found().faults("OneTest.* \"o\" x\na.OneTes. \"o\" x")).hasSize(5);
    }

    @Test
    void findsATestThatIsSkippedForAnotherReason() {
        assertThat(found().faults(ALL.replace("no database", "no disk")))
                .containsExactly(
                        "a.OneTest.two was skipped (there is no database), and no entry allows it");
    }

    @Test
    void findsAnEntryThatIsTheNameOfNoTest() {
        assertThat(found().faults(ALL + "a.OneTest.five \"x\" y"))
                .containsExactly(
                        "'a.OneTest.five' may be skipped, and there is no such test: delete the"
                                + " entry");
        // One that was executed here may be skipped elsewhere.
        assertThat(found().faults(ALL + "a.OneTest.one \"x\" y")).isEmpty();
    }

    @Test
    void refusesAnEntryWithoutAReason() {
        for (String line : List.of("a.OneTest.two", "a.B x", "a.B \"x\"", "a.B \"\" y")) {
            assertThatThrownBy(() -> found().faults(line))
                    .hasMessage("expected 'test \"words of the test\" reason', found: " + line);
        }
    }

    @Test
    void isNotContentWithoutReports() throws IOException {
        Files.delete(root.resolve("one/target/surefire-reports/TEST-a.xml"));
        Files.delete(root.resolve("systems/two/target/long-reports/TEST-a.xml"));
        assertThat(found().faults("")).containsExactly("expected reports of tests, found none");
    }

    @Test
    void refusesAReportThatIsNone() throws IOException {
        report("one", "surefire-reports", "<testcase");
        assertThatThrownBy(this::found)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("TEST-a.xml");
    }
}
