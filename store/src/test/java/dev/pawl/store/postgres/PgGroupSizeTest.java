package dev.pawl.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PgGroupSizeTest {
    private static final long START = 1_000;
    private static final long LATE = START + PgGroupSize.WAIT_NANOS_MAX;

    private final PgGroupSize groupSize = new PgGroupSize();

    @Test
    void aSmallGroupIsSentAtOnce() {
        assertThat(groupSize.least(1, START)).isEqualTo(1);
        groupSize.groupTaken(PgGroupSize.CALLERS_MIN - 1, 0);
        assertThat(groupSize.least(1, START)).isEqualTo(1);
        assertThat(groupSize.waitNanos(START)).isZero();
    }

    @Test
    void aLargeGroupWaitsUntilHalfOfItsCallersReturn() {
        groupSize.groupTaken(100, 60);
        assertThat(groupSize.least(10, START)).isEqualTo(80);
        assertThat(groupSize.waitNanos(START)).isEqualTo(PgGroupSize.WAIT_NANOS_MAX);
        assertThat(groupSize.least(70, LATE - 1)).isEqualTo(80);
        assertThat(groupSize.waitNanos(LATE - 1)).isEqualTo(1);
    }

    @Test
    void theWaitStartsWithTheFirstJobOfTheGroup() {
        groupSize.groupTaken(100, 0);
        assertThat(groupSize.least(0, START)).isEqualTo(1);
        assertThat(groupSize.waitNanos(START)).isZero();
        // The wait started with the first job of the group.
        assertThat(groupSize.least(1, LATE)).isEqualTo(50);
    }

    @Test
    void aGroupIsSentAfterTheWaitAndTheNextOneWaitsForFewer() {
        groupSize.groupTaken(128, 0);
        assertThat(groupSize.least(3, START)).isEqualTo(64);
        assertThat(groupSize.least(3, LATE)).isEqualTo(1);
        assertThat(groupSize.waitNanos(LATE)).isZero();
        groupSize.groupTaken(3, 0);
        assertThat(groupSize.least(3, LATE)).isEqualTo(28);
        assertThat(groupSize.least(3, LATE + PgGroupSize.WAIT_NANOS_MAX)).isEqualTo(1);
        groupSize.groupTaken(3, 0);
        // A group does not wait for so few.
        assertThat(groupSize.least(3, LATE)).isEqualTo(1);
    }

    @Test
    void earlierCallersAreForgotten() {
        groupSize.groupTaken(400, 0);
        for (int group = 0; group < 40; group++) groupSize.groupTaken(40, 0);
        assertThat(groupSize.least(1, START)).isEqualTo(20);
    }
}
