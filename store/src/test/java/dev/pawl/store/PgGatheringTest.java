package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PgGatheringTest {
    private static final long START = 1_000;
    private static final long LATE = START + PgGathering.PATIENCE_NANOS;

    private final PgGathering gathering = new PgGathering();

    @Test
    void aGroupOfFewSetsOutAtOnce() {
        assertThat(gathering.least(1, START)).isEqualTo(1);
        gathering.took(PgGathering.CALLERS_MIN - 1, 0);
        assertThat(gathering.least(1, START)).isEqualTo(1);
        assertThat(gathering.patience(START)).isZero();
    }

    @Test
    void aGroupOfManyWaitsUntilHalfOfThemAreBack() {
        gathering.took(100, 60);
        assertThat(gathering.least(10, START)).isEqualTo(80);
        assertThat(gathering.patience(START)).isEqualTo(PgGathering.PATIENCE_NANOS);
        assertThat(gathering.least(70, LATE - 1)).isEqualTo(80);
        assertThat(gathering.patience(LATE - 1)).isEqualTo(1);
    }

    @Test
    void theTimeCountsFromTheFirstOfTheGroup() {
        gathering.took(100, 0);
        assertThat(gathering.least(0, START)).isEqualTo(1);
        assertThat(gathering.patience(START)).isZero();
        // The time is that of the first of the group.
        assertThat(gathering.least(1, LATE)).isEqualTo(50);
    }

    @Test
    void aGroupSetsOutWhenTheOthersDoNotComeAndTheNextWaitsForFewer() {
        gathering.took(128, 0);
        assertThat(gathering.least(3, START)).isEqualTo(64);
        assertThat(gathering.least(3, LATE)).isEqualTo(1);
        assertThat(gathering.patience(LATE)).isZero();
        gathering.took(3, 0);
        assertThat(gathering.least(3, LATE)).isEqualTo(28);
        assertThat(gathering.least(3, LATE + PgGathering.PATIENCE_NANOS)).isEqualTo(1);
        gathering.took(3, 0);
        // So few are not waited for any more.
        assertThat(gathering.least(3, LATE)).isEqualTo(1);
    }

    @Test
    void thoseWhoWereThereOnceAreForgotten() {
        gathering.took(400, 0);
        for (int group = 0; group < 40; group++) gathering.took(40, 0);
        assertThat(gathering.least(1, START)).isEqualTo(20);
    }
}
