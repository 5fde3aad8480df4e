package dev.pawl.feeds.format.cve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class CveFormatsTest {
    private static final String CVE = "v2e::nvd::cve::";
    private static final String KEV = "v2e::cisa::kev::";

    @TempDir Path directory;

    @Test
    void readsAPage() throws IOException {
        Reading read = sample("nvd-2.0-page.json");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition())
                .isEqualTo(new Edition("nvd", "2.0", "2025-06-01T00:00:00.000", true));
        assertThat(read.items())
                .extracting(each -> each.kind() + " " + each.urn())
                .containsExactly(
                        "vulnerability v2e::nvd::cve::CVE-2014-0160",
                        "vulnerability v2e::nvd::cve::CVE-2019-0708",
                        "vulnerability v2e::nvd::cve::CVE-2021-44228");
        assertThat(read.links(CVE + "CVE-2021-44228"))
                .containsExactly(
                        "weakness CWE-20",
                        "weakness CWE-400",
                        "weakness CWE-502",
                        "weakness CWE-917");
    }

    @Test
    void keepsTheRecordUnchanged() throws IOException {
        Path page = Reading.sample("cve/nvd-2.0-page.json");
        JsonNode all = new JsonMapper().readTree(Files.readString(page)).path("vulnerabilities");
        FeedItem item = sample("nvd-2.0-page.json").items().getFirst();

        assertThat(item.content()).isEqualTo(all.path(0).path("cve"));
        assertThat(item.revision()).isEqualTo("2025-02-10T18:15:25.000");
        assertThat(item.searchText()).contains("Heartbleed", "La extensión heartbeat");
        assertThat(item.title())
                .isEqualTo(
                        "The heartbeat extension of TLS in OpenSSL 1.0.1 before 1.0.1g trusts the"
                                + " length that a peer sends, so that a crafted…");
    }

    @Test
    void acceptsAnyWhitespace() throws IOException {
        JsonNode page =
                new JsonMapper()
                        .readTree(Files.readString(Reading.sample("cve/nvd-2.0-page.json")));
        Reading compact = read(page.toString());
        Reading pretty = read("\ufeff" + page.toPrettyString().replace("\n", "\r\n"));

        assertThat(compact).isEqualTo(sample("nvd-2.0-page.json"));
        assertThat(pretty).isEqualTo(compact);
    }

    @Test
    void convertsALegacyFeed() throws IOException {
        Reading old = sample("nvd-1.1-feed.json");
        FeedItem item = old.item(CVE + "CVE-2014-0160");
        JsonNode today = sample("nvd-2.0-page.json").item(CVE + "CVE-2014-0160").content();

        assertThat(old.wrong()).isEmpty();
        assertThat(old.edition())
                .isEqualTo(new Edition("nvd", "1.1", "2022-03-24T10:00:00.000", true));
        assertThat(item.revision()).isEqualTo("2020-10-15T13:29:00.000");
        assertThat(item.content().path("published").stringValue())
                .isEqualTo("2014-04-07T22:55:00.000");
        assertThat(item.content().path("sourceIdentifier"))
                .isEqualTo(today.path("sourceIdentifier"));
        assertThat(item.content().path("metrics")).isEqualTo(today.path("metrics"));
        assertThat(item.content().path("descriptions").path(0))
                .isEqualTo(today.path("descriptions").path(0));
        assertThat(item.content().path("configurations"))
                .hasToString(
                        """
                        [{"nodes":[{"operator":"OR","negate":false,"cpeMatch":[{"vulnerable":true,\
                        "criteria":"cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*",\
                        "versionStartIncluding":"1.0.1","versionEndExcluding":"1.0.1g"}]}]}]\
                        """);
        assertThat(old.links(CVE + "CVE-2014-0160")).containsExactly("weakness CWE-119");
    }

    @Test
    void keepsLegacyConfigurationsThatNeedEachOther() throws IOException {
        JsonNode found =
                sample("nvd-1.1-feed.json")
                        .item(CVE + "CVE-2017-5638")
                        .content()
                        .path("configurations");

        assertThat(found).hasSize(1);
        assertThat(found.path(0).path("operator").stringValue()).isEqualTo("AND");
        assertThat(found.path(0).path("nodes")).hasSize(2);
    }

    @Test
    void retiresRejectedRecords() throws IOException {
        FeedItem rejected = sample("nvd-1.1-feed.json").item(CVE + "CVE-2022-0000");

        assertThat(rejected.retired()).isTrue();
        assertThat(rejected.content().path("vulnStatus").stringValue()).isEqualTo("Rejected");
        assertThat(rejected.content().has("weaknesses")).isFalse();
    }

    @Test
    void readsKnownExploitedVulnerabilities() throws IOException {
        Reading read = sample("known-exploited.json");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition())
                .isEqualTo(new Edition("kev", "2025.06.01", "2025-06-01T12:00:00.000Z", false));
        assertThat(read.kind("known-exploited")).hasSize(3);
        assertThat(read.links(KEV + "CVE-2014-0160"))
                .containsExactly("exploits CVE-2014-0160", "weakness CWE-125");
        FeedItem item = read.item(KEV + "CVE-2021-44228");
        assertThat(item.title()).isEqualTo("Apache Log4j2 Remote Code Execution Vulnerability");
        assertThat(item.searchText()).contains("Log4j2", "looks up names");
        assertThat(item.content().path("knownRansomwareCampaignUse").stringValue())
                .isEqualTo("Known");
    }

    @ParameterizedTest
    @CsvSource({
        "2022-03-24T10:00Z, 2022-03-24T10:00:00.000",
        "2025-05-23T03:01:42.1365068, 2025-05-23T03:01:42.136",
        "2025-05-23T03:01:42, 2025-05-23T03:01:42.000",
        "2025-05-23T03:01:42.5, 2025-05-23T03:01:42.500",
        "yesterday, yesterday",
    })
    void normalisesAllTimes(String given, String normal) {
        assertThat(NvdTime.normal(given)).isEqualTo(normal);
    }

    @Test
    void reportsInvalidRecordsAndContinues() throws IOException {
        Reading read =
                read(
                        page(
                                "7",
                                "{\"cve\":[]}",
                                "{}",
                                "{\"cve\":{\"descriptions\":[]}}",
                                "{\"cve\":{\"id\":12}}",
                                "{\"cve\":{\"id\":\"CVE-79\"}}",
                                "{\"cve\":{\"id\":\"CVE-2001-0001\",\"lastModified\":3}}",
                                "{\"cve\":{\"id\":\"CVE-2001-0002\",\"descriptions\":{}}}",
                                "{\"cve\":{\"id\":\"CVE-2001-0003\",\"weaknesses\":[\"x\"]}}",
                                "{\"cve\":{\"id\":\"CVE-2001-0004\"}}"));

        assertThat(read.items()).extracting(FeedItem::title).containsExactly("CVE-2001-0004");
        assertThat(read.wrong())
                .containsExactly(
                        "a vulnerability: expected an object, found 7",
                        "'cve' of a vulnerability: expected an object, found []",
                        "a vulnerability: expected an object in 'cve', found none",
                        "a vulnerability: expected a text in 'id', found none",
                        "a vulnerability: expected a text in 'id', found 12",
                        "a vulnerability: expected an id such as CVE-2021-44228 in 'id', found"
                                + " 'CVE-79'",
                        "CVE-2001-0001: expected a text in 'lastModified', found 3",
                        "CVE-2001-0002: expected a list in 'descriptions', found {}",
                        "CVE-2001-0003, weaknesses: expected an object, found \"x\"");
    }

    @Test
    void reportsInvalidRecordsOfTheOtherFormats() throws IOException {
        Reading old =
                read(
                        "{\"CVE_Items\":[{\"cve\":{\"CVE_data_meta\":{}}},{\"cve\":3},"
                                + "{\"cve\":{\"CVE_data_meta\":{\"ID\":\"CVE-2001-0001\"},"
                                + "\"references\":{\"reference_data\":4}}}]}");
        Reading kev =
                read(
                        "{\"catalogVersion\":\"1\",\"vulnerabilities\":[{\"cveID\":\"x\"},"
                                + "{\"cveID\":\"CVE-2001-0001\"}]}");

        assertThat(old.wrong())
                .containsExactly(
                        "an item of CVE_Items, cve, CVE_data_meta: expected a text in 'ID', found"
                                + " none",
                        "an item of CVE_Items, cve: expected an object, found 3",
                        "CVE-2001-0001, references: expected a list in 'reference_data', found 4");
        assertThat(kev.wrong())
                .containsExactly(
                        "a vulnerability: expected an id such as CVE-2021-44228 in 'cveID', found"
                                + " 'x'",
                        "CVE-2001-0001: expected a text in 'vulnerabilityName', found none");
    }

    private static String page(String... records) {
        return "{\"format\":\"NVD_CVE\",\"version\":\"2.0\",\"vulnerabilities\":[%s]}"
                .formatted(String.join(",", records));
    }

    private Reading read(String text) throws IOException {
        Path file = Files.writeString(Files.createTempFile(directory, "document", ""), text);
        return Reading.of(CveFormats.all(), file);
    }

    private static Reading sample(String name) throws IOException {
        return Reading.of(CveFormats.all(), Reading.sample("cve/" + name));
    }
}
