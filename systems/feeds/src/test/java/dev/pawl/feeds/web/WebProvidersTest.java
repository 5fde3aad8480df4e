package dev.pawl.feeds.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.Reading;
import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.ReadOptions;
import dev.pawl.orchestrator.provider.RequestGate;
import dev.pawl.orchestrator.provider.Source;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.orchestrator.provider.SourceLimits;
import dev.pawl.servers.FeedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rate limits of servers, and the end of their connections.
final class WebProvidersTest {
    @TempDir private Path directory;

    @Test
    void setsTheRateLimitOfNvd() {
        PublisherUrls official = PublisherUrls.ofPublishers();
        assertThat(pace(SourceKind.CVE, official, Map.of()))
                .isEqualTo(SourceLimits.UNLIMITED.requests(5, Duration.ofSeconds(30)));
        assertThat(pace(SourceKind.CVE, official, Map.of("NVD_API_KEY", "k")).requests())
                .isEqualTo(50);
        assertThat(pace(SourceKind.CVE, official, Map.of("NVD_API_KEY", " ")).requests())
                .isEqualTo(5);
    }

    @Test
    void setsNoLimitForOtherServers() {
        PublisherUrls mirror =
                PublisherUrls.of(
                        Map.of("cve", List.of("https://mirror.example/rest/json/cves/2.0")));
        assertThat(pace(SourceKind.CVE, mirror, Map.of())).isEqualTo(SourceLimits.UNLIMITED);
        assertThat(pace(SourceKind.CWE, mirror, Map.of())).isEqualTo(SourceLimits.UNLIMITED);
        assertThat(pace(SourceKind.CCE, mirror, Map.of())).isEqualTo(SourceLimits.UNLIMITED);
    }

    @Test
    void closesItsConnectionsWithTheSystem() throws Exception {
        try (FeedServer server = FeedServer.start(directory)) {
            Files.copy(Reading.sample("cwe/cwec.xml"), directory.resolve("cwe.xml"));
            PublisherUrls here = PublisherUrls.of(Map.of("cwe", List.of(server.url("/cwe.xml"))));
            WebProviders online =
                    new WebProviders(
                            directory.resolve("web"),
                            here,
                            Map.of(),
                            WebProviders.LIMITS,
                            InstantSource.system());
            Source<?> source =
                    online.provider(ProviderConfig.of("cwe", "cwe"), SourceKind.CWE.formats())
                            .source();
            ReadOptions opening = new ReadOptions("", true, false, RequestGate.OPEN);
            source.open(opening).close();
            Feeds.of(options -> options.online(online)).close();
            assertThatExceptionOfType(SourceException.class)
                    .isThrownBy(() -> source.open(opening))
                    .withMessageContaining("closed");
        }
    }

    private SourceLimits pace(
            SourceKind kind, PublisherUrls addresses, Map<String, String> environment) {
        try (WebProviders online =
                new WebProviders(
                        directory,
                        addresses,
                        environment,
                        WebProviders.LIMITS,
                        InstantSource.system())) {
            return online.provider(ProviderConfig.of(kind.id(), kind.id()), kind.formats())
                    .config()
                    .limits();
        }
    }
}
