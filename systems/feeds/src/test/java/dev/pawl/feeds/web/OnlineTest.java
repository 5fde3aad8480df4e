package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.Reading;
import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.provider.Gate;
import dev.pawl.orchestrator.provider.Opening;
import dev.pawl.orchestrator.provider.Pace;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.servers.FeedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How often servers are asked, and until when.
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

    @Test
    void aSystemThatIsClosedLetsItsConnectionsGo() throws Exception {
        try (FeedServer server = FeedServer.start(directory)) {
            Files.copy(Reading.sample("cwe/cwec.xml"), directory.resolve("cwe.xml"));
            Addresses here = Addresses.of(Map.of("cwe", List.of(server.url("/cwe.xml"))));
            Online online = new Online(directory.resolve("web"), here, Map.of(), Manners.DEFAULT);
            Source<?> source =
                    online.provider(ProviderConfig.of("cwe", "cwe"), SourceKind.CWE.formats())
                            .source();
            Opening opening = new Opening("", true, false, Gate.OPEN);
            source.open(opening).close();
            Feeds.of(options -> options.online(online)).close();
            assertThatExceptionOfType(SourceException.class)
                    .isThrownBy(() -> source.open(opening))
                    .withMessageContaining("closed");
        }
    }

    private Pace pace(SourceKind kind, Addresses addresses, Map<String, String> environment) {
        try (Online online = new Online(directory, addresses, environment, Manners.DEFAULT)) {
            return online.provider(ProviderConfig.of(kind.id(), kind.id()), kind.formats())
                    .config()
                    .pace();
        }
    }
}
