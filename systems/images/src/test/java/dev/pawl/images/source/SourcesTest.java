package dev.pawl.images.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SourcesTest {
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
    void areMadeOfAddresses(String address, String found) {
        try (Source source = Sources.of(address)) {
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
    void refuseWhatIsNoAddress(String address, String message) {
        assertThatThrownBy(() -> Sources.of(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refuseASecretInAnAddressWithoutRepeatingIt() {
        assertThatThrownBy(() -> Sources.of("http://me:hidden@host/"))
                .hasMessageContaining("without user")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void refuseWrongOptions() {
        assertThatThrownBy(() -> new SourceOptions().endpoint(URI.create("host:80")))
                .hasMessageContaining("expected an endpoint");
        assertThatThrownBy(() -> new Timeouts(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessageContaining("timeout of connect");
        assertThat(new SourceOptions().isPathStyle()).isFalse();
        assertThat(new SourceOptions().endpoint(URI.create("http://host")).isPathStyle()).isTrue();
    }
}
