package dev.pawl.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The small values of a run: ids, payloads, failures, families.
final class ValuesTest {

    @Test
    void anIdIsThirteenCharactersThatSortLikeTheNumber() {
        assertThat(new RunId(0)).hasToString("0000000000000");
        assertThat(new RunId(Long.MAX_VALUE)).hasToString("7ZZZZZZZZZZZZ");
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 1_000; i++) {
            RunId a = new RunId(random.nextLong() >>> 1);
            RunId b = new RunId(random.nextLong() >>> 1);
            assertThat(RunId.parse(a.toString())).isEqualTo(a);
            assertThat(Integer.signum(a.toString().compareTo(b.toString())))
                    .isEqualTo(Integer.signum(a.compareTo(b)));
        }
    }

    @Test
    void anIdMayBeWrittenInLowerCaseOrWithSimilarLetters() {
        assertThat(RunId.parse("oOIiLl0000000")).isEqualTo(RunId.parse("0011110000000"));
        assertThat(RunId.parse("0abcdefghjkmn")).hasToString("0ABCDEFGHJKMN");
    }

    /// ENG-26 an invalid id is refused with an example of a valid one.
    @Test
    void anInvalidIdIsRefused() {
        String[] wrong = {
            "",
            "7",
            "00000000000000",
            "8000000000000",
            "000000000000U",
            "000000000000-",
            "00000000000\u01310"
        };
        for (String text : wrong) {
            assertThatThrownBy(() -> RunId.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("0G7Z3K9QW2XVB")
                    .hasMessageContaining("'" + text + "'");
        }
        assertThatThrownBy(() -> new RunId(-1)).hasMessageContaining("-1");
    }

    @Test
    void payloadsAreComparedByContent() {
        assertThat(Payload.of("x")).isEqualTo(Payload.of(new byte[] {'x'})).hasToString("x");
        assertThat(Payload.of("")).isSameAs(Payload.empty());
        assertThat(Payload.of("äß").size()).isEqualTo(4);
        assertThat(Payload.of("x")).isNotEqualTo(Payload.of("y"));
    }

    @Test
    void aFailureKeepsABoundedPartOfItsText() {
        Failure failure = new Failure("T", "m".repeat(5_000), "s".repeat(9_000));
        assertThat(failure.message()).hasSize(2_000).endsWith("…");
        assertThat(failure.stack()).hasSize(4_000);
        assertThat(Failure.of("T", "")).hasToString("T");
        assertThat(Failure.of("T", "m")).hasToString("T: m");
    }

    @Test
    void onlyAnEndIsAnEnd() {
        assertThatThrownBy(() -> new RunEnd(RunStatus.PARKED, null)).hasMessageContaining("PARKED");
        assertThat(RunEnd.COMPLETED.failure()).isNull();
    }

    /// ENG-14 conditions on a predecessor.
    @Test
    void aPredecessorIsMetByTheEndsThatItNames() {
        for (RunStatus end : RunStatus.values()) {
            if (!end.isEnd()) continue;
            boolean success = end == RunStatus.COMPLETED;
            assertThat(new Predecessor(new RunId(1), Predecessor.On.SUCCESS).isMetBy(end))
                    .isEqualTo(success);
            assertThat(new Predecessor(new RunId(1), Predecessor.On.FAILURE).isMetBy(end))
                    .isEqualTo(!success);
            assertThat(new Predecessor(new RunId(1), Predecessor.On.ANY_END).isMetBy(end)).isTrue();
        }
    }

    @Test
    void aFamilyCountsLiveChildren() {
        Family family = Family.NONE.withStarted(3).withEnded(true).withEnded(false).withFollower();
        assertThat(family).isEqualTo(new Family(3, 1, 1, true));
        assertThat(family.live()).isEqualTo(1);
    }
}
