package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.SourceKind;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PublisherUrlsTest {
    @ParameterizedTest
    @EnumSource(SourceKind.class)
    void everySourceHasAnHttpsUrl(SourceKind kind) {
        assertThat(PublisherUrls.ofPublishers().of(kind.id()))
                .isNotEmpty()
                .allMatch(address -> address.getScheme().equals("https"));
    }

    @Test
    void vulnerabilitiesComeFromTheApiAndADocument() {
        PublisherUrls addresses = PublisherUrls.ofPublishers();
        assertThat(addresses.api("cve")).isPresent();
        assertThat(addresses.documents("cve")).hasSize(1);
        assertThat(addresses.api("cwe")).isEmpty();
    }

    @Test
    void aMirrorHasOtherUrls() {
        String feed = "https://mirror.example/nvdcve-2.0-2024.json.gz";
        PublisherUrls addresses = PublisherUrls.of(Map.of("cve", List.of(feed)));
        assertThat(addresses.api("cve")).isEmpty();
        assertThat(addresses.documents("cve")).containsExactly(URI.create(feed));
        assertThat(addresses.of("cwe")).isEqualTo(PublisherUrls.ofPublishers().of("cwe"));
    }

    @Test
    void refusesAnUnknownSource() {
        assertThatThrownBy(() -> PublisherUrls.of(Map.of("cvee", List.of())))
                .hasMessageContainingAll("asvs, attack, capec, cce, cve, cwe, ssg", "'cvee'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cwe.xml", "file:///cwe.xml", "https:///cwe.xml", "http://a b"})
    void refusesWhatIsNotAWebUrl(String text) {
        assertThatThrownBy(() -> PublisherUrls.of(Map.of("cwe", List.of(text))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("cwe: expected a URL", "'" + text + "'");
    }
}
