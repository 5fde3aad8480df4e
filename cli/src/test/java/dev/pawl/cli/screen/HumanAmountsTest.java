package dev.pawl.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Times as people write them on a command line.
final class HumanAmountsTest {
    @Test
    void timesInOneUnitInSeveralAndAsIso() {
        String[][] rows = {
            {"90s", "PT90S"},
            {" 5m ", "PT5M"},
            {"12H", "PT12H"},
            {"30d", "PT720H"},
            {"1m30s", "PT90S"},
            {"1d12h", "PT36H"},
            {"0.5s", "PT0.5S"},
            {"0s", "PT0S"},
            {"PT30S", "PT30S"},
            {"P1D", "PT24H"},
            {"p1dt1h", "PT25H"},
        };
        for (String[] row : rows) {
            assertThat(HumanAmounts.time(row[0])).as(row[0]).isEqualTo(Duration.parse(row[1]));
        }
    }

    @Test
    void whatIsNoTimeIsRefused() {
        String[] texts = {
            "",
            " ",
            "soon",
            "5",
            "s",
            "d",
            "5x",
            "-5s",
            "-PT5S",
            "5s3m",
            "1h2d",
            "1.5d",
            "P",
            "99999999999999999999s",
            "9999999999999999d",
            "5s 3s",
            "1m;2s"
        };
        for (String text : texts) {
            assertThatThrownBy(() -> HumanAmounts.time(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "expected a time such as 90s, 1m30s, 12h or 30d, found '%s'"
                                    .formatted(text));
        }
    }
}
