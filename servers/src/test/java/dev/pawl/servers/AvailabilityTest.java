package dev.pawl.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.servers.Availability.Missing;
import dev.pawl.servers.Availability.Present;
import org.junit.jupiter.api.Test;

final class AvailabilityTest {
    private final Availability<Integer> one = new Present<>(1);
    private final Availability<Integer> two = new Present<>(2);
    private final Availability<Integer> none = new Missing<>("none here");

    @Test
    void returnsTheValueOrThrowsWithTheReason() {
        assertThat(one.orElseThrow(IllegalStateException::new)).isEqualTo(1);
        assertThatThrownBy(() -> none.orElseThrow(IllegalStateException::new))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("none here");
    }

    @Test
    void prefersTheFirstThatIsPresent() {
        assertThat(one.or(two)).isEqualTo(one);
        assertThat(none.or(two)).isEqualTo(two);
        assertThat(none.or(new Missing<>("nor there")))
                .isEqualTo(new Missing<>("none here; nor there"));
    }

    @Test
    void everyKindOfInstallationIsPresentOrHasAReason() {
        assertThat(Installation.available())
                .hasSize(2)
                .allSatisfy(each -> {
                    switch (each) {
                        case Present<Installation>(Installation found) ->
                                assertThat(found.version()).containsPattern("^[0-9]+[.][0-9]+");
                        case Missing<Installation>(String why) -> assertThat(why).isNotBlank();
                    }
                });
    }
}
