package dev.pawl.feeds.format.ssg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SsgFormatsTest {
    private static final String SSG = "v2e::nist::ssg::";
    private static final String XCCDF = "xmlns=\"http://checklists.nist.gov/xccdf/1.2\"";

    @TempDir Path directory;

    @Test
    void readsEachKindOfADataStream() throws IOException {
        Reading read = sample("ssg-rhel8-ds.xml");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition())
                .isEqualTo(new Edition("ssg-rhel8", "0.1.65", "2022-12-21", false));
        assertThat(read.items())
                .extracting(each -> each.kind() + " " + each.urn().id())
                .containsExactly(
                        "rule rule-rhel8-rpm_verify_hashes",
                        "group group-rhel8-integrity",
                        "value value-rhel8-var_password_minlen",
                        "rule rule-rhel8-accounts_password_minlen",
                        "group group-rhel8-system",
                        "rule rule-rhel8-sshd_disable_root_login",
                        "group group-rhel8-services",
                        "profile profile-rhel8-standard",
                        "profile profile-rhel8-cis",
                        "profile profile-rhel8-services_off",
                        "benchmark guide-rhel8");
    }

    @Test
    void keepsAllFieldsOfARuleExceptScripts() throws IOException {
        FeedItem rule = sample("ssg-rhel8-ds.xml").item(SSG + "rule-rhel8-rpm_verify_hashes");

        assertThat(rule.title()).isEqualTo("Verify File Hashes with RPM");
        assertThat(rule.searchText())
                .contains("knows the hash of each file", "sign of an intrusion");
        assertThat(rule.content().path("severity").stringValue()).isEqualTo("high");
        assertThat(rule.content().path("description").stringValue())
                .isEqualTo(
                        """
                        The package manager knows the hash of each file. Compare them:
                        $ rpm -Va --noconfig | grep '^..5'
                        Files that differ are listed.\
                        """);
        assertThat(rule.content().path("reference").path(1))
                .hasToString(
                        """
                        {"href":"http://nvlpubs.nist.gov/nistpubs/SpecialPublications/\
                        NIST.SP.800-53r4.pdf","text":"CM-6(d)"}\
                        """);
        assertThat(rule.content().path("fixes")).hasToString("[\"ansible\",\"sh\"]");
        assertThat(rule.content().has("fix")).isFalse();
        assertThat(rule.links())
                .extracting(link -> link.relation() + " " + link.to())
                .containsExactly("identifier v2e::nist::cce::CCE-80857-6");
    }

    @Test
    void insertsTheNamesOfValues() throws IOException {
        assertThat(
                        sample("ssg-rhel8-ds.xml")
                                .item(SSG + "rule-rhel8-accounts_password_minlen")
                                .searchText())
                .startsWith("Passwords have at least var_password_minlen characters.");
    }

    @Test
    void linksGroupsAndTheBenchmarkToTheirDirectMembers() throws IOException {
        Reading read = sample("ssg-rhel8-ds.xml");

        assertThat(read.links(SSG + "group-rhel8-system"))
                .containsExactly(
                        "member group-rhel8-integrity",
                        "member rule-rhel8-accounts_password_minlen",
                        "member value-rhel8-var_password_minlen");
        assertThat(read.links(SSG + "guide-rhel8"))
                .containsExactly(
                        "member group-rhel8-services",
                        "member group-rhel8-system",
                        "member profile-rhel8-cis",
                        "member profile-rhel8-services_off",
                        "member profile-rhel8-standard");
        assertThat(read.item(SSG + "group-rhel8-system").content().toString())
                .contains("Settings that are not of one service")
                .doesNotContain("knows the hash");
    }

    @Test
    void selectsRulesByProfileWhatItExtendsAndGroups() throws IOException {
        Reading read = sample("ssg-rhel8-ds.xml");

        assertThat(read.links(SSG + "profile-rhel8-standard"))
                .containsExactly(
                        "selects rule-rhel8-rpm_verify_hashes",
                        "selects rule-rhel8-sshd_disable_root_login");
        assertThat(read.links(SSG + "profile-rhel8-cis"))
                .containsExactly(
                        "selects rule-rhel8-accounts_password_minlen",
                        "selects rule-rhel8-rpm_verify_hashes");
        assertThat(read.links(SSG + "profile-rhel8-services_off"))
                .containsExactly("selects rule-rhel8-rpm_verify_hashes");
        assertThat(read.item(SSG + "profile-rhel8-cis").content().path("refine-value")).hasSize(1);
    }

    @Test
    void readsAPlainChecklistOfXccdf11() throws IOException {
        Reading read = sample("ssg-firefox-xccdf.xml");

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition().catalogue()).isEqualTo("ssg-firefox");
        String rule = "rule-firefox-firefox_preferences-dod_root_certificate_installed";
        assertThat(read.links(SSG + rule)).containsExactly("identifier CCE-82056-3");
        assertThat(read.item(SSG + "guide-firefox").content().path("title").stringValue())
                .isEqualTo("Guide to the Secure Configuration of Firefox");
    }

    @Test
    void readsAGuide() throws IOException {
        Reading read = sample("ssg-rhel8-guide-standard.html");

        assertThat(read.edition())
                .isEqualTo(new Edition("ssg-guide-rhel8-standard", "0.1.65", "2022-12-21", false));
        FeedItem guide = read.item(SSG + "guide-rhel8-standard");
        assertThat(guide.kind()).isEqualTo("guide");
        assertThat(guide.title()).startsWith("Guide to the Secure Configuration of Red Hat");
        assertThat(guide.searchText()).isEqualTo("Standard System Security Profile");
        assertThat(read.links(SSG + "guide-rhel8-standard"))
                .containsExactly(
                        "member rule-rhel8-rpm_verify_hashes",
                        "member rule-rhel8-sshd_disable_root_login");
    }

    @Test
    void readsTables() throws IOException {
        Reading cces = sample("table-rhel8-cces.html");
        Reading stig = sample("table-rhel8-stig.html");

        assertThat(cces.edition().catalogue()).isEqualTo("ssg-table-rhel8-cce-identifiers");
        assertThat(cces.links(SSG + "table-rhel8-cce-identifiers"))
                .containsExactly("identifier CCE-80857-6");
        assertThat(stig.links(SSG + "table-rhel8-rules-in-disa-stig"))
                .containsExactly(
                        "member rule-rhel8-rpm_verify_hashes",
                        "member rule-rhel8-sshd_disable_root_login");
    }

    @Test
    void reportsInvalidRecordsAndContinues() throws IOException {
        Reading read =
                read(
                        """
                        <Benchmark %s id="X-1"><title>T</title><version>1</version>
                        <Group><title>G</title>
                        <Rule id="a"><title>A</title></Rule>
                        <Rule><title>B</title></Rule>
                        <Rule id="c d"><title>C</title></Rule>
                        <Rule id="e"/>
                        </Group></Benchmark>\
                        """
                                .formatted(XCCDF));

        assertThat(read.items())
                .extracting(each -> each.urn().id())
                .containsExactly("rule-x1-a", "guide-x1");
        assertThat(read.wrong())
                .containsExactly(
                        "a rule of x1: expected an id of letters, digits and _.-, found ''",
                        "a rule of x1: expected an id of letters, digits and _.-, found 'c d'",
                        "rule-x1-e: expected a title, found none",
                        "a group of x1: expected an id of letters, digits and _.-, found ''");
    }

    @Test
    void rejectsATruncatedDocument() throws IOException {
        String xml = Files.readString(Reading.sample("ssg/ssg-rhel8-ds.xml"));
        String html = Files.readString(Reading.sample("ssg/ssg-rhel8-guide-standard.html"));
        Path checklist = file(xml.substring(0, xml.length() - 400));
        Path tail = file(xml.stripTrailing().substring(0, xml.length() - 20));
        Path guide = file(html.substring(0, html.length() - 100));

        assertThatThrownBy(() -> Reading.of(SsgFormats.all(), checklist))
                .isInstanceOf(BadDocument.class)
                .hasMessageStartingWith(checklist + ", line ")
                .hasMessageContaining("expected well-formed XML, found: ");
        assertThatThrownBy(() -> Reading.of(SsgFormats.all(), tail))
                .isInstanceOf(BadDocument.class);
        assertThatThrownBy(() -> Reading.of(SsgFormats.all(), guide))
                .isInstanceOf(BadDocument.class)
                .hasMessage(
                        guide
                                + ": expected </html> at the end of a page, found none: it is"
                                + " truncated");
    }

    @Test
    void rejectsADoctypeWithAnEntityBomb() throws IOException {
        Path bomb =
                file(
                        """
                        <!DOCTYPE Benchmark [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>
                        <Benchmark %s id="X"><title>&b;</title></Benchmark>\
                        """
                                .formatted(XCCDF));

        assertThatThrownBy(() -> Reading.of(SsgFormats.all(), bomb))
                .isInstanceOf(BadDocument.class)
                .hasMessageContaining("expected XML without a DOCTYPE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"type\":\"bundle\"}",
                "<html><head><title>Rules of football</title></head></html>",
                "<html><head><title>Rules in chess for beginners</title></head></html>",
                "<!DOCTYPE html><html><title>x | OpenSCAP Security Guide</title></html>",
                "<Benchmark id=\"x\"/>",
                "<Weakness_Catalog/>",
                "\u0089PNG\r\n\u001a\n\u0000\u0000",
            })
    void recognisesNothingElse(String text) throws IOException {
        assertThat(Reading.recognisedBy(SsgFormats.all(), file(text))).isEmpty();
    }

    @Test
    void recognisesNoGuideOfAProfileWithoutAName() throws IOException {
        String guide = Files.readString(Reading.sample("ssg/ssg-rhel8-guide-standard.html"));
        Path nameless = file(guide.replace("content_profile_standard", "profile\u0001 of none"));

        assertThat(Reading.recognisedBy(SsgFormats.all(), nameless)).isEmpty();
    }

    private Reading read(String text) throws IOException {
        return Reading.of(SsgFormats.all(), file(text));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "document", ""), text);
    }

    private static Reading sample(String name) throws IOException {
        return Reading.of(SsgFormats.all(), Reading.sample("ssg/" + name));
    }
}
