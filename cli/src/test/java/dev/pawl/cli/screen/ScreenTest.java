package dev.pawl.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What is sent to a terminal to draw one screen.
final class ScreenTest {
    @Test
    void everyLineIsDrawnOverTheOneBeforeAndTheRestIsErased() {
        assertThat(Screen.frame(List.of("one", "two"), "q", 24))
                .isEqualTo("\u001b[Hone\u001b[K\r\ntwo\u001b[K\r\nq\u001b[K\u001b[J");
    }

    @Test
    void aScreenIsNeverHigherThanTheTerminal() {
        List<String> lines = List.of("1", "2", "3", "4", "5");
        for (int rows = 1; rows < 8; rows++) {
            String frame = Screen.frame(lines, "q", rows);
            assertThat(frame.lines()).as("%d rows", rows).hasSize(Math.min(rows, 6));
        }
        assertThat(Screen.frame(lines, "q", 4))
                .contains("3")
                .doesNotContain("4")
                .contains("q, 2 more lines below");
        assertThat(Screen.frame(lines, "q", 6)).contains("5").doesNotContain("more");
    }
}
