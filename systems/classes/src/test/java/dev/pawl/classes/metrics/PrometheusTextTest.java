package dev.pawl.classes.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.resource.Dimension;
import dev.pawl.controller.ObjectKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The four metrics by name: CLS-54.
class PrometheusTextTest {
    private static final ObjectKey KEY = new ObjectKey("shop", "orders");

    @Test
    void printsTheFourMetrics() {
        EnforcementMetrics metrics =
                EnforcementMetrics.NONE
                        .recommended(KEY, Dimension.REPLICAS, 3)
                        .recommended(KEY, Dimension.CPU, 0.25)
                        .succeeded(Dimension.REPLICAS, Duration.ofMillis(20))
                        .succeeded(Dimension.REPLICAS, Duration.ofSeconds(60))
                        .failed("EnforceConflict", Duration.ofMillis(5));

        assertThat(PrometheusText.of(metrics))
                .contains(
                        """
                        # HELP crm_nfr_recommendation The latest recommended value.
                        # TYPE crm_nfr_recommendation gauge
                        crm_nfr_recommendation{dimension="replicas",namespace="shop",class="orders"} 3
                        crm_nfr_recommendation{dimension="cpu",namespace="shop",class="orders"} 0.25
                        # HELP crm_nfr_enforcement_apply_total Enforcements that succeeded.
                        # TYPE crm_nfr_enforcement_apply_total counter
                        crm_nfr_enforcement_apply_total{dimension="replicas"} 2
                        # HELP crm_nfr_enforcement_fail_total Enforcements that failed.
                        # TYPE crm_nfr_enforcement_fail_total counter
                        crm_nfr_enforcement_fail_total{reason="EnforceConflict"} 1
                        # HELP crm_nfr_enforcement_latency_seconds The time from a patch to its answer.
                        # TYPE crm_nfr_enforcement_latency_seconds histogram
                        crm_nfr_enforcement_latency_seconds_bucket{le="0.005"} 1
                        crm_nfr_enforcement_latency_seconds_bucket{le="0.01"} 1
                        crm_nfr_enforcement_latency_seconds_bucket{le="0.025"} 2
                        """)
                .contains(
                        """
                        crm_nfr_enforcement_latency_seconds_bucket{le="10"} 2
                        crm_nfr_enforcement_latency_seconds_bucket{le="+Inf"} 3
                        """)
                .endsWith("crm_nfr_enforcement_latency_seconds_count 3\n");
    }

    @Test
    void aClassThatIsGoneHasNoGauge() {
        EnforcementMetrics metrics = EnforcementMetrics.NONE.recommended(KEY, Dimension.CPU, 1);
        assertThat(metrics.without(KEY).recommendations()).isEmpty();
    }
}
