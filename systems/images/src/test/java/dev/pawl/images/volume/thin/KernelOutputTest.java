package dev.pawl.images.volume.thin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The output of the kernel is parsed field by field.
final class KernelOutputTest {
    @Test
    void mountsAreReadWithBlanksAndBackslashes() {
        String table =
                """
                21 25 0:20 / /proc rw,relatime - proc proc rw
                29 25 253:1 / /srv/a\\040b/v\\134w\\011x rw shared:7 master:1 - ext4 /dev/mapper/v rw
                30 25 8:1 /sub\\040tree /mnt rw - ext4 /dev/sda1 rw
                """;
        assertThat(Mount.parse(table))
                .containsExactly(
                        new Mount("0:20", "/", Path.of("/proc")),
                        new Mount("253:1", "/", Path.of("/srv/a b/v\\w\tx")),
                        new Mount("8:1", "/sub tree", Path.of("/mnt")));
        assertThatThrownBy(() -> Mount.parse("nonsense\n"))
                .hasMessageContaining("found 'nonsense'");
    }

    @Test
    void aHealthyPoolHasNoProblem() {
        PoolStatus status =
                PoolStatus.parse(
                        "p",
                        "0 1048576 thin-pool 0 419/4096 42/8192 22 rw discard_passdown"
                                + " error_if_no_space - 1024 \n");
        assertThat(status).isEqualTo(new PoolStatus(419, 4096, 42, 8192, "rw", false));
        assertThat(status.isFull()).isFalse();
        assertThat(status.problem()).isEmpty();
    }

    @Test
    void anUnhealthyPoolReportsItsProblem() {
        String rest = "discard_passdown error_if_no_space";
        PoolStatus full =
                PoolStatus.parse(
                        "p",
                        "0 1048576 thin-pool 0 457/4096 8192/8192 - out_of_data_space " + rest);
        assertThat(full.isFull()).isTrue();
        assertThat(full.problem()).contains("all of its 8192 blocks are used");
        assertThat(status("ro " + rest + " - 1024").problem()).contains("it is read-only");
        assertThat(status("rw " + rest + " needs_check 1024").problem().orElseThrow())
                .contains("thin_check");
        assertThat(PoolStatus.parse("p", "0 1048576 thin-pool Fail").problem())
                .contains("device-mapper reports 'Fail'");
        assertThat(PoolStatus.parse("p", "0 1048576 thin-pool Fail").isFull()).isFalse();
        assertThatThrownBy(() -> PoolStatus.parse("p", "0 100 linear"))
                .hasMessageContaining("expected the status of thin-pool p, found '0 100 linear'");
    }

    private static PoolStatus status(String mode) {
        return PoolStatus.parse("p", "0 1048576 thin-pool 0 419/4096 42/8192 - " + mode);
    }
}
