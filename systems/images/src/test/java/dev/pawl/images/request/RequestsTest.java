package dev.pawl.images.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import org.junit.jupiter.api.Test;

/// Requests have good defaults, and a stored request keeps its meaning.
class RequestsTest {
    private static final ProcessRequest DEFAULT = ProcessRequest.of("s3://images", "a.tar");

    @Test
    void aRequestHasTheStrictPolicyAndNoOptionalValues() {
        assertThat(DEFAULT)
                .isEqualTo(
                        new ProcessRequest(
                                "s3://images",
                                "a.tar",
                                "strict",
                                null,
                                null,
                                10_737_418_240L,
                                false,
                                null));
    }

    @Test
    void eachMethodChangesOneValue() {
        ProcessRequest changed =
                DEFAULT.policy("standard")
                        .digest("ab")
                        .snapshotName("blue")
                        .deviceSize(1)
                        .refresh(true)
                        .override("planned");
        assertThat(changed)
                .isEqualTo(
                        new ProcessRequest(
                                "s3://images",
                                "a.tar",
                                "standard",
                                "ab",
                                "blue",
                                1,
                                true,
                                "planned"));
    }

    @Test
    void aStoredRequestWithEmptyTextsHasNoOptionalValues() {
        String stored =
                """
                {"source":"s3://images","s3Key":"a.tar","policy":"strict","digest":"",
                "snapshotName":"","deviceSize":10737418240,"refresh":false,"override":""}
                """;
        assertThat(JsonCodec.JSON.decode(Payload.of(stored), ProcessRequest.class))
                .isEqualTo(DEFAULT);
        String download =
                """
                {"s3Key":"a.tar","imageId":"img-1","source":"s3://images","validator":"",
                "digest":"","policy":"strict"}
                """;
        assertThat(JsonCodec.JSON.decode(Payload.of(download), DownloadRequest.class))
                .isEqualTo(DownloadRequest.of("img-1", "s3://images", "a.tar"));
    }
}
