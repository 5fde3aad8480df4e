package dev.pawl.feeds.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UrnTest {
    /// The forms that the documentation shows.
    @ParameterizedTest
    @CsvSource({
        "cve, CVE-2024-12233, v2e::nvd::cve::CVE-2024-12233",
        "cwe, CWE-79, v2e::mitre::cwe::CWE-79",
        "capec, CAPEC-66, v2e::mitre::capec::CAPEC-66",
        "attack, T1078, v2e::mitre::attack::T1078",
        "ssg, guide-rhel8, v2e::nist::ssg::guide-rhel8",
        "asvs, 14.1, v2e::owasp::asvs::14.1",
        "cce, CCE-12345, v2e::nist::cce::CCE-12345",
        "kev, CVE-2024-12233, v2e::cisa::kev::CVE-2024-12233",
    })
    void writesAndParsesTheDocumentedForms(String type, String id, String text) {
        assertThat(Urn.of(type, id)).hasToString(text).isEqualTo(Urn.parse(text));
    }

    @Test
    void acceptsUnknownTypes() {
        Urn urn = Urn.parse("acme::shop::widget::a b:c/1");
        assertThat(urn.type()).isEqualTo("widget");
        assertThat(urn.id()).isEqualTo("a b:c/1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "CWE-79",
                "v2e::mitre::cwe",
                "v2e::mitre::cwe::",
                "v2e::mitre::cwe::CWE-79::x",
                "V2E::mitre::cwe::CWE-79",
                "v2e::mi tre::cwe::CWE-79",
                "v2e::mitre::cwe:: CWE-79",
                "v2e::mitre::cwe::CWE\n79",
            })
    void rejectsOtherTexts(String text) {
        assertThatThrownBy(() -> Urn.parse(text))
                .isInstanceOf(Urn.BadUrn.class)
                .hasMessageContaining("URN");
    }

    @Test
    void listsTheKnownTypes() {
        assertThatThrownBy(() -> Urn.of("cpe", "x")).hasMessageContaining("has: cve, kev, cwe");
    }
}
