package dev.pawl.pipeline.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.pipeline.watermark.WatermarkState.Verb;
import org.junit.jupiter.api.Test;

/// The ledger walks the watermark diagram (DIA-32, DIA-33).
final class WatermarkLedgerTest {
    @Test
    void aFirstRunCreatesTheWatermarkOrLeavesNone() {
        assertThat(WatermarkLedger.afterRun(WatermarkLedger.NONE, Verb.SAVE))
                .isEqualTo(WatermarkState.WatermarkExists);
        assertThat(WatermarkLedger.afterRun(WatermarkLedger.NONE, Verb.LEAVE))
                .isEqualTo(WatermarkState.NoWatermark);
    }

    @Test
    void aLaterRunAdvancesTheWatermarkOrLeavesIt() {
        assertThat(WatermarkLedger.afterRun(7, Verb.SAVE))
                .isEqualTo(WatermarkState.WatermarkAdvanced);
        assertThat(WatermarkLedger.afterRun(7, Verb.LEAVE))
                .isEqualTo(WatermarkState.WatermarkNotAdvanced);
    }

    @Test
    void anythingElseIsNoEndOfARun() {
        assertThatThrownBy(() -> WatermarkLedger.afterRun(7, Verb.CREATE))
                .hasMessage("Processing does not accept CREATE (accepts: [SAVE, LEAVE])");
    }
}
