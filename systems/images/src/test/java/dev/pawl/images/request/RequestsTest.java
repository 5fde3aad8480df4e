package dev.pawl.images.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /// A name becomes a file, a device and a row, so whatever cannot be all three is refused.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "my snap",
                "../evil",
                "a/b",
                ".",
                "-x",
                "thin-0123456789abcdef",
                "snap-img-00000000000000000000000000000000",
                "näme",
                "a\nb"
            })
    void aNameThatNoSnapshotMayHaveIsRefused(String name) {
        ActivateRequest activate = ActivateRequest.of("img-1", 7, "thin-1");
        for (ThrowingCallable attempt :
                List.<ThrowingCallable>of(
                        () -> DEFAULT.snapshotName(name), () -> activate.snapshotName(name))) {
            assertThatThrownBy(attempt)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + name + "'");
        }
    }

    @Test
    void theDefaultNameOfAnImageIsItsOwnAlone() {
        ActivateRequest activate = ActivateRequest.of("img-1", 7, "thin-1");
        assertThat(activate.snapshotName("snap-img-1")).isEqualTo(activate);
        assertThatThrownBy(() -> activate.snapshotName("snap-img-2"))
                .hasMessageContaining("not to start with 'snap-'");
    }
}
