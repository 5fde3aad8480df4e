package dev.pawl.controller.pace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OwnWritesTest {
    private final OwnWrites writes = new OwnWrites(3);

    @Test
    void onlyTheExactVersionIsOwn() {
        writes.wrote("pod", "7");
        assertThat(writes.isOwn("pod", "7")).isTrue();
        assertThat(writes.isOwn("pod", "6")).isFalse();
        assertThat(writes.isOwn("pod", "8")).isFalse();
        assertThat(writes.isOwn("job", "7")).isFalse();
    }

    @Test
    void aRepeatedEventIsOwnAndAnOlderOneNoLonger() {
        writes.wrote("pod", "7");
        writes.wrote("pod", "9");
        assertThat(writes.isOwn("pod", "9")).isTrue();
        assertThat(writes.isOwn("pod", "9")).isTrue();
        assertThat(writes.isOwn("pod", "7")).isFalse();
    }

    @Test
    void isBoundedPerObjectAndInAll() {
        for (int i = 0; i <= OwnWrites.VERSIONS_MAX; i++) writes.wrote("pod", String.valueOf(i));
        assertThat(writes.isOwn("pod", "0")).isFalse();
        assertThat(writes.isOwn("pod", "1")).isTrue();
        for (int i = 0; i < 3; i++) writes.wrote("job" + i, "1");
        assertThat(writes.isOwn("pod", "8")).isFalse();
        assertThat(writes.isOwn("job0", "1")).isTrue();
    }

    @Test
    void forgetsAnObjectThatIsGone() {
        writes.wrote("pod", "7");
        writes.forget("pod");
        assertThat(writes.isOwn("pod", "7")).isFalse();
    }
}
