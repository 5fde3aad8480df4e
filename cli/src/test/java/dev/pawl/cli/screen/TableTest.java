package dev.pawl.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.run.RunStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// What people see in columns, colours and words.
class TableTest {
    @Test
    void columnsAreAsWideAsTheirWidestCellAndNumbersStandToTheRight() {
        Table table = new Table(Paint.NONE, "NAME", "N", "WHAT");
        table.row("a", 7, "x").row("longer", 1234, "");

        assertThat(printed(table))
                .isEqualTo(
                        """
                        NAME       N  WHAT
                        a          7  x
                        longer  1234
                        """);
    }

    @Test
    void coloursTakeNoSpace() {
        Paint paint = new Paint(true, true);
        Table table = new Table(paint, "STATUS", "X");
        table.row(paint.status(RunStatus.FAILED), "1").row("WAITING", "2");

        assertThat(printed(table)).contains("\u001b[31mFAILED\u001b[0m   1");
    }

    @Test
    void aCellCannotBreakTheLineOrTheTerminal() {
        Table table = new Table(Paint.NONE, "KEY");
        table.row("two\nlines\u001b]0;title\u0007");

        assertThat(printed(table)).isEqualTo("KEY\ntwo lines ]0;title\n");
    }

    @Test
    void wideLettersCountAsTwo() {
        Table table = new Table(Paint.NONE, "KEY", "X");
        table.row("日本", "a").row("abcd", "b");

        assertThat(printed(table).lines()).containsExactly("KEY   X", "日本  a", "abcd  b");
    }

    @Test
    void timesArePrintedForPeople() {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        assertThat(HumanText.ago(now.minusSeconds(61), now)).isEqualTo("1m01s ago");
        assertThat(HumanText.ago(now.plusSeconds(7200), now)).isEqualTo("in 2h00m");
        assertThat(HumanText.ago(null, now)).isEqualTo("-");
        assertThat(HumanText.brief(Duration.ofMillis(12))).isEqualTo("12ms");
        assertThat(HumanText.brief(Duration.ofDays(3))).isEqualTo("3d00h");
        assertThat(HumanText.count(1, "run")).isEqualTo("1 run");
        assertThat(HumanText.count(2000, "run")).isEqualTo("2,000 runs");
    }

    private static String printed(Table table) {
        StringWriter text = new StringWriter();
        table.print(new PrintWriter(text, true));
        return text.toString();
    }
}
