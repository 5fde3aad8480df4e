package dev.pawl.orchestrator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The kind of failure of each HTTP status.
final class FailureKindTest {
    @ParameterizedTest
    @CsvSource({
        "429, THROTTLED",
        "503, THROTTLED",
        "500, TRANSIENT",
        "502, TRANSIENT",
        "504, TRANSIENT",
        "522, TRANSIENT",
        "999, TRANSIENT",
        "408, TRANSIENT",
        "425, TRANSIENT",
        "401, AUTH",
        "403, AUTH",
        "407, AUTH",
        "404, NOT_FOUND",
        "410, NOT_FOUND",
        "300, NOT_FOUND",
        "301, NOT_FOUND",
        "302, NOT_FOUND",
        "303, NOT_FOUND",
        "307, NOT_FOUND",
        "308, NOT_FOUND",
        "400, SCHEMA",
        "406, SCHEMA",
        "415, SCHEMA",
        "422, SCHEMA"
    })
    void everyStatusHasItsKind(int status, FailureKind kind) {
        assertThat(FailureKind.ofStatus(status, Set.of())).isEqualTo(kind);
    }

    @Test
    void aSourceMayThrottleWithOtherStatuses() {
        assertThat(FailureKind.ofStatus(403, Set.of(403))).isEqualTo(FailureKind.THROTTLED);
        assertThat(FailureKind.ofStatus(429, Set.of(403))).isEqualTo(FailureKind.THROTTLED);
        assertThat(FailureKind.ofStatus(401, Set.of(403))).isEqualTo(FailureKind.AUTH);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 200, 206, 299, 304})
    void refusesTheStatusOfASuccess(int status) {
        assertThatThrownBy(() -> FailureKind.ofStatus(status, Set.of()))
                .hasMessage("expected the HTTP status of a failure, found " + status);
    }
}
