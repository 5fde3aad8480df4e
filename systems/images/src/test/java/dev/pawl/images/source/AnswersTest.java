package dev.pawl.images.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.source.SourceException.Kind;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What parts of answers mean.
final class AnswersTest {
    @Test
    void aRangeIsTheRestOrNot() {
        assertThat(ContentRange.isRest("bytes 3-9/10", 3, 10)).isTrue();
        assertThat(ContentRange.isRest("bytes 2-9/10", 3, 10)).isFalse();
        assertThat(ContentRange.isRest("bytes 3-8/10", 3, 10)).isFalse();
        assertThat(ContentRange.isRest("bytes 3-9/11", 3, 10)).isFalse();
        assertThat(ContentRange.isRest("bytes 3-9/*", 3, 10)).isFalse();
        assertThat(ContentRange.isRest("bytes */10", 3, 10)).isFalse();
        assertThat(ContentRange.isRest(null, 3, 10)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "300, REFUSED", "400, REFUSED", "401, DENIED", "403, DENIED", "404, NOT_FOUND",
        "408, TRANSIENT", "410, NOT_FOUND", "412, CHANGED", "416, CHANGED", "429, TRANSIENT",
        "500, TRANSIENT", "503, TRANSIENT",
    })
    void aStatusHasAKind(int status, Kind kind) {
        assertThat(HttpErrors.kind(status)).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "http://a/, http://b/, true",
        "http://a/, https://b/, true",
        "https://a/, https://b/, true",
        "https://a/, http://b/, false",
        "https://a/, file:/b, false",
    })
    void aRedirectionIsFollowedToNoPlaceThatIsLessSafe(URI from, URI to, boolean isFollowed) {
        assertThat(HttpCalls.isAllowed(from, to)).isEqualTo(isFollowed);
    }
}
