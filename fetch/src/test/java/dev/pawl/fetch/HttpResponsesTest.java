package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.http.ContentRange;
import dev.pawl.fetch.http.HttpCalls;
import dev.pawl.fetch.http.HttpErrors;
import java.net.URI;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a range, a status and a redirect mean.
final class HttpResponsesTest {
    private static final OptionalLong TEN = OptionalLong.of(10);

    @ParameterizedTest
    @CsvSource({
        "bytes 3-9/10, true",
        "bytes 2-9/10, false",
        "bytes 3-8/10, false",
        "bytes 3-9/11, false",
        "bytes 3-10/11, false",
        "bytes 3-9/*, false",
        "bytes */10, false",
        "nonsense, false",
    })
    void aRangeIsTheRestOfTenBytesOrNot(String header, boolean isRest) {
        assertThat(ContentRange.parse(header).filter(range -> range.isRest(3, TEN)).isPresent())
                .isEqualTo(isRest);
    }

    @Test
    void aRangeIsTheRestOfAnUnknownLengthUpToItsEnd() {
        assertThat(ContentRange.parse("bytes 3-9/10").orElseThrow().isRest(3, OptionalLong.empty()))
                .isTrue();
        assertThat(ContentRange.parse("bytes 3-8/10").orElseThrow().isRest(3, OptionalLong.empty()))
                .isFalse();
        assertThat(ContentRange.parse(null)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "300, REFUSED", "400, REFUSED", "401, DENIED", "403, DENIED", "404, NOT_FOUND",
        "408, TRANSIENT", "410, NOT_FOUND", "412, CHANGED", "416, CHANGED", "429, THROTTLED",
        "500, TRANSIENT", "503, THROTTLED",
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
    void aRedirectIsNotFollowedFromHttpsToHttp(URI from, URI to, boolean isFollowed) {
        assertThat(HttpCalls.isAllowed(from, to)).isEqualTo(isFollowed);
    }
}
