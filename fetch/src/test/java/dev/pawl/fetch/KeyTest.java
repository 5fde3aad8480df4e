package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.fetch.FetchException.Kind;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "a..b", "...", ".hidden", "a b", "ü", "a\\b", "𝄞/漢"})
    void acceptsAKey(String text) throws FetchException {
        assertThat(Key.of(text).text()).isEqualTo(text);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("", "empty text"),
                Arguments.of("a\0b", "U+0000 at 1"),
                Arguments.of("a\n", "U+000A at 1"),
                Arguments.of("\u007f", "U+007F at 0"),
                Arguments.of("a\u0085", "U+0085 at 1"),
                Arguments.of("/a", "leading '/'"),
                Arguments.of("a//b", "component ''"),
                Arguments.of("a/", "component ''"),
                Arguments.of("./a", "component '.'"),
                Arguments.of("a/../b", "component '..'"),
                Arguments.of("..", "component '..'"),
                Arguments.of("\ud834", "surrogate"),
                Arguments.of("ü".repeat(513), "at most 1024 bytes, found 1026"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void reportsWhichRuleIsBroken(String text, String message) {
        assertThat(FetchErrors.of(Kind.BAD_KEY, () -> Key.of(text))).hasMessageContaining(message);
        assertThatThrownBy(() -> new Key(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void mayHaveAsManyBytesAsS3Allows() throws FetchException {
        assertThat(Key.of("ü".repeat(512)).text()).hasSize(512);
    }
}
