package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ObjectSourceTest {
    @ParameterizedTest
    @CsvSource({
        "s3://images, s3://images/",
        "s3://images/, s3://images/",
        "s3://images/a/b, s3://images/a/b/",
        "s3://images/a/b/, s3://images/a/b/",
        "http://host, http://host/",
        "https://host:8443/a/, https://host:8443/a/",
        "file:/var/images, file:/var/images",
        "file:///var/images/, file:/var/images",
        "/var/images, file:/var/images",
    })
    void isMadeFromAnAddress(String address, String found) {
        try (ObjectSource source = ObjectSource.of(address)) {
            assertThat(source.address()).isEqualTo(found);
        }
    }

    static Stream<Arguments> unknown() {
        return Stream.of(
                Arguments.of("", "expected s3://"),
                Arguments.of("ftp://host/a", "found 'ftp://host/a'"),
                Arguments.of("s3:bucket", "expected s3://BUCKET"),
                Arguments.of("s3://", "name of a bucket"),
                Arguments.of("s3://UPPER", "found 'UPPER'"),
                Arguments.of("s3://images/../x", "component '..'"),
                Arguments.of("http://", "http(s)://HOST/BASE/"),
                Arguments.of("http://host/a b", "http(s)://HOST/BASE/"),
                Arguments.of("http://host/?query", "without user, query"),
                Arguments.of("file:relative", "file:/DIRECTORY"));
    }

    @ParameterizedTest
    @MethodSource("unknown")
    void refusesWhatIsNotAnAddress(String address, String message) {
        assertThatThrownBy(() -> ObjectSource.of(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesASecretInAnAddressWithoutRepeatingIt() {
        assertThatThrownBy(() -> ObjectSource.of("http://me:hidden@host/"))
                .hasMessageContaining("without user")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void refusesWrongOptions() {
        assertThatThrownBy(() -> new SourceOptions().endpoint(URI.create("host:80")))
                .hasMessageContaining("expected an endpoint");
        assertThatThrownBy(() -> new FetchLimits(Duration.ZERO, Duration.ofSeconds(1), 1))
                .hasMessageContaining("positive limits, found connect PT0S");
        assertThatThrownBy(() -> FetchLimits.DEFAULT.silence(Duration.ofSeconds(-1)))
                .hasMessageContaining("silence PT-1S");
        assertThatThrownBy(() -> FetchLimits.DEFAULT.bytesMax(0)).hasMessageContaining("0 bytes");
        assertThatThrownBy(() -> Fetch.to(Path.of("a")).atMost(-1))
                .hasMessageContaining("expected a limit of bytes, found -1");
        assertThat(new SourceOptions().isPathStyle()).isFalse();
        assertThat(new SourceOptions().endpoint(URI.create("http://host")).isPathStyle()).isTrue();
    }
}
