package dev.pawl.orchestrator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What an HTTP status means.
final class TroubleTest {
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
    void everyStatusHasItsClass(int status, Trouble trouble) {
        assertThat(Trouble.ofStatus(status, Set.of())).isEqualTo(trouble);
    }

    @Test
    void aSourceMayThrottleWithOtherStatuses() {
        assertThat(Trouble.ofStatus(403, Set.of(403))).isEqualTo(Trouble.THROTTLED);
        assertThat(Trouble.ofStatus(429, Set.of(403))).isEqualTo(Trouble.THROTTLED);
        assertThat(Trouble.ofStatus(401, Set.of(403))).isEqualTo(Trouble.AUTH);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 200, 206, 299, 304})
    void whatIsNoFailureIsRefused(int status) {
        assertThatThrownBy(() -> Trouble.ofStatus(status, Set.of()))
                .hasMessage("expected the HTTP status of a failure, found " + status);
    }
}
