package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.provider.Pace;
import dev.pawl.orchestrator.provider.ProviderConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How often servers are asked.
final class OnlineTest {
    @TempDir private Path directory;

    @Test
    void asksNvdAsOftenAsItAllows() {
        Addresses official = Addresses.ofPublishers();
        assertThat(pace(SourceKind.CVE, official, Map.of()))
                .isEqualTo(Pace.UNLIMITED.requests(5, Duration.ofSeconds(30)));
        assertThat(pace(SourceKind.CVE, official, Map.of("NVD_API_KEY", "k")).requests())
                .isEqualTo(50);
        assertThat(pace(SourceKind.CVE, official, Map.of("NVD_API_KEY", " ")).requests())
                .isEqualTo(5);
    }

    @Test
    void knowsNoBoundOfOthers() {
        Addresses mirror =
                Addresses.of(Map.of("cve", List.of("https://mirror.example/rest/json/cves/2.0")));
        assertThat(pace(SourceKind.CVE, mirror, Map.of())).isEqualTo(Pace.UNLIMITED);
        assertThat(pace(SourceKind.CWE, mirror, Map.of())).isEqualTo(Pace.UNLIMITED);
        assertThat(pace(SourceKind.CCE, mirror, Map.of())).isEqualTo(Pace.UNLIMITED);
    }

    private Pace pace(SourceKind kind, Addresses addresses, Map<String, String> environment) {
        return new Online(directory, addresses, environment, Manners.DEFAULT)
                .provider(ProviderConfig.of(kind.id(), kind.id()), kind.formats())
                .config()
                .pace();
    }
}
