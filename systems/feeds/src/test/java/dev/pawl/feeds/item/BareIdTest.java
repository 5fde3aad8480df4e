package dev.pawl.feeds.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The form of an id decides its source.
class BareIdTest {
    @ParameterizedTest
    @CsvSource({
        "CVE-2024-12233, v2e::nvd::cve::CVE-2024-12233",
        "cve-2024-3094, v2e::nvd::cve::CVE-2024-3094",
        "CWE-79, v2e::mitre::cwe::CWE-79",
        "CAPEC-66, v2e::mitre::capec::CAPEC-66",
        "T1078, v2e::mitre::attack::T1078",
        "t1059.001, v2e::mitre::attack::T1059.001",
        "TA0001, v2e::mitre::attack::TA0001",
        "G0016, v2e::mitre::attack::G0016",
        "CCE-80857-6, v2e::nist::cce::CCE-80857-6",
        "14.1, v2e::owasp::asvs::14.1",
        "V1.2.3@5.0.0, v2e::owasp::asvs::1.2.3@5.0.0",
        "guide-rhel8, v2e::nist::ssg::guide-rhel8",
        "v2e::cisa::kev::CVE-2014-0160, v2e::cisa::kev::CVE-2014-0160"
    })
    void anIdIsCompletedToItsUrn(String text, String urn) {
        assertThat(BareId.urn(text)).hasToString(urn);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "something", "CVE-79", "CWE-", "T10", "a::b"})
    void otherTextsAreRejected(String text) {
        assertThatExceptionOfType(Urn.BadUrn.class).isThrownBy(() -> BareId.urn(text));
    }

    @Test
    void theMessageListsTheKnownForms() {
        assertThatExceptionOfType(Urn.BadUrn.class)
                .isThrownBy(() -> BareId.urn("unknown"))
                .withMessageContaining("CWE-79")
                .withMessageContaining("'unknown'");
    }
}
