package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.fetch.ObjectSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// An address is one text with everything but secrets.
final class SourceAddressTest {
    @Test
    void anAddressIsParsedAsItIsWritten() {
        SourceAddress address =
                new SourceAddress(
                        "s3://bucket/prefix",
                        Map.of(
                                "endpoint",
                                "http://127.0.0.1:9000/?a=b&c",
                                "region",
                                "eu-1",
                                "credentials",
                                "anonymous"));
        assertThat(SourceAddress.parse(address.toString())).isEqualTo(address);
        assertThat(address.toString())
                .startsWith("s3://bucket/prefix?credentials=anonymous&endpoint=http%3A%2F%2F");
        assertThat(SourceAddress.parse("https://host/base/?x=y").settings()).isEmpty();
    }

    @Test
    void secretsAreNamedAndComeFromTheEnvironment() {
        SourceAddress address =
                new SourceAddress("s3://bucket", Map.of("credentials", "static:MY_ID:MY_SECRET"));
        try (ObjectSource source = address.open(Map.of("MY_ID", "me", "MY_SECRET", "hush"))) {
            assertThat(source.address()).doesNotContain("hush");
        }
        assertThat(address.toString()).doesNotContain("hush");
        assertThatThrownBy(() -> address.open(Map.of("MY_ID", "me")))
                .hasMessageContaining("MY_SECRET");
    }

    @Test
    void aWrongAddressIsReported() {
        assertThatThrownBy(() -> new SourceAddress("/data", Map.of("region", "x")))
                .hasMessageContaining("only a source s3://");
        assertThatThrownBy(() -> new SourceAddress("s3://b", Map.of("regoin", "x")))
                .hasMessageContaining("(has: endpoint, region, credentials)");
        assertThatThrownBy(() -> SourceAddress.parse("s3://b?region"))
                .hasMessageContaining("expected name=value, found 'region'");
        assertThatThrownBy(() ->
                        new SourceAddress("s3://b", Map.of("credentials", "static:one"))
                                .open(Map.of()))
                .hasMessageContaining("expected static:ID_VARIABLE:SECRET_VARIABLE");
    }
}
