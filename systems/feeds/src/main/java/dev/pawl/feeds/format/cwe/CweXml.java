package dev.pawl.feeds.format.cwe;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.mitre.Catalogue;
import dev.pawl.feeds.format.mitre.Entry;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.JsonShape;
import dev.pawl.feeds.item.Item;
import dev.pawl.feeds.item.Link;
import dev.pawl.feeds.item.Urn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The XML file with all of CWE: weaknesses, categories and views, whose numbers do not overlap.
final class CweXml implements Format<Entry> {
    private static final Catalogue CATALOGUE =
            new Catalogue("cwe", "Weakness_Catalog", Set.of("Weakness", "Category", "View"));
    private static final Pattern CVE = Pattern.compile("CVE-[0-9]{4}-[0-9]{4,}");
    private static final JsonShape SHAPE =
            new JsonShape(
                    Set.of(
                            "Related_Weaknesses",
                            "Weakness_Ordinalities",
                            "Background_Details",
                            "Alternate_Terms",
                            "Modes_Of_Introduction",
                            "Exploitation_Factors",
                            "Common_Consequences",
                            "Detection_Methods",
                            "Potential_Mitigations",
                            "Demonstrative_Examples",
                            "Observed_Examples",
                            "Functional_Areas",
                            "Affected_Resources",
                            "Taxonomy_Mappings",
                            "Related_Attack_Patterns",
                            "References",
                            "Notes",
                            "Reasons",
                            "Suggestions",
                            "Audience"),
                    Set.of(
                            "Language",
                            "Operating_System",
                            "Architecture",
                            "Technology",
                            "Scope",
                            "Impact",
                            "Phase",
                            "Author",
                            "Has_Member",
                            "Member_Of",
                            "Modification",
                            "Contribution",
                            "Previous_Entry_Name"),
                    Set.of("Demonstrative_Example"));

    @Override
    public String name() {
        return "CWE XML";
    }

    @Override
    public String source() {
        return "cwe";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        return CATALOGUE.recognise(document);
    }

    @Override
    public Records<Entry> open(Document document, Edition edition) throws IOException {
        return CATALOGUE.open(document);
    }

    @Override
    public Item map(Entry entry, Edition edition) throws BadRecord {
        return new Item(
                entry.urn("cwe"),
                entry.element().name().toLowerCase(Locale.ROOT),
                entry.name(),
                entry.words(),
                entry.content(SHAPE),
                links(entry),
                entry.isWithdrawn(),
                "");
    }

    @Override
    public String text(Entry entry) {
        return entry.toString();
    }

    private static List<Link> links(Entry entry) throws BadRecord {
        Element element = entry.element();
        List<Element> weaknesses = element.under("Related_Weaknesses", "Related_Weakness");
        List<Element> patterns = element.under("Related_Attack_Patterns", "Related_Attack_Pattern");
        List<Link> links = new ArrayList<>(entry.memberships("cwe"));
        links.addAll(entry.links(weaknesses, "cwe", "weakness"));
        links.addAll(entry.links(patterns, "capec", "attack-pattern"));
        for (Element example : element.under("Observed_Examples", "Observed_Example")) {
            String reference = example.child("Reference").map(Element::text).orElse("");
            if (CVE.matcher(reference).matches()) {
                links.add(new Link("observed-example", Urn.of("cve", reference)));
            }
        }
        return links;
    }
}
