package dev.pawl.feeds.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TitleTest {
    @Test
    void keepsAShortTextAndNormalisesSpaces() {
        assertThat(Title.of(" A few\n  words. ")).isEqualTo("A few words.");
        assertThat(Title.of("x".repeat(120))).hasSize(120).doesNotContain("…");
    }

    @Test
    void shortensALongTextAtAWord() {
        assertThat(Title.of("twelve chars ".repeat(20)))
                .isEqualTo("twelve chars ".repeat(9).strip() + "…")
                .hasSizeLessThanOrEqualTo(120);
    }

    @Test
    void shortensALongWordButSplitsNoCharacter() {
        assertThat(Title.of("x".repeat(200))).isEqualTo("x".repeat(119) + "…");
        assertThat(Title.of("😀".repeat(100))).isEqualTo("😀".repeat(59) + "…");
    }
}
