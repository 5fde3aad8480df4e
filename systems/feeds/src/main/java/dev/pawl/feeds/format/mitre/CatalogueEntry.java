package dev.pawl.feeds.format.mitre;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.JsonShape;
import dev.pawl.feeds.format.xml.XmlContent;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// An entry of a catalogue, and the cited works of the catalogue by their ids. Immutable.
public record CatalogueEntry(Element element, Map<String, Element> works) {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Set<String> WITHDRAWN = Set.of("Deprecated", "Obsolete");

    /// Returns the URN of this entry in a source, such as that of `CWE-79`.
    public Urn urn(String source) throws BadRecord {
        String prefix = source.toUpperCase(Locale.ROOT);
        String number = element.attribute("ID").orElse("");
        if (NUMBER.matcher(number).matches()) return Urn.of(source, prefix + "-" + number);
        String found = number.isEmpty() ? "none" : "'" + number + "'";
        throw new BadRecord(
                "%s '%s': expected a number as its ID, found %s"
                        .formatted(
                                element.name(),
                                element.attribute("Name").orElse("without a Name"),
                                found));
    }

    /// Returns the title of this entry.
    public String name() throws BadRecord {
        String name = element.attribute("Name").orElse("").strip();
        if (!name.isEmpty()) return name;
        throw new BadRecord("%s: expected a Name, found none".formatted(owner()));
    }

    /// Returns whether MITRE keeps this entry for reference only.
    public boolean isWithdrawn() {
        return element.attribute("Status").filter(WITHDRAWN::contains).isPresent();
    }

    /// Returns the descriptions and the alternate terms.
    public String searchText() {
        Stream<Element> texts =
                Stream.of("Description", "Summary", "Objective", "Extended_Description")
                        .flatMap(name -> element.children(name).stream());
        Stream<Element> others = element.under("Alternate_Terms", "Alternate_Term").stream();
        return Stream.concat(texts, others)
                .map(Element::prose)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /// Returns the content of this entry, with the cited works filled in.
    public ObjectNode content(JsonShape shape) {
        return shape.object(resolved(element));
    }

    /// Returns the links to related weaknesses.
    public List<ItemLink> weaknesses() throws BadRecord {
        return links(element.under("Related_Weaknesses", "Related_Weakness"), "cwe", "weakness");
    }

    /// Returns the links to related attack patterns.
    public List<ItemLink> patterns() throws BadRecord {
        List<Element> named = element.under("Related_Attack_Patterns", "Related_Attack_Pattern");
        return links(named, "capec", "attack-pattern");
    }

    /// Returns the links to members of a category or view, and to those that contain this entry.
    public List<ItemLink> memberships(String source) throws BadRecord {
        List<ItemLink> links = new ArrayList<>();
        for (String list : List.of("Relationships", "Members")) {
            links.addAll(links(element.under(list, "Has_Member"), source, "member"));
            links.addAll(links(element.under(list, "Member_Of"), source, "Member_Of"));
        }
        return links;
    }

    /// Returns links to entries of a source. The relation is the `Nature` of an element, or else
    /// `fallback`. Elements without an id have no link.
    private List<ItemLink> links(List<Element> elements, String source, String fallback)
            throws BadRecord {
        List<ItemLink> links = new ArrayList<>();
        for (Element each : elements) {
            String relation = each.attribute("Nature").orElse(fallback);
            target(each, source).ifPresent(to -> links.add(new ItemLink(relation, to)));
        }
        return links;
    }

    /// Returns this entry as markup.
    @Override
    public String toString() {
        return element.toString();
    }

    private Optional<Urn> target(Element from, String source) throws BadRecord {
        String prefix = source.toUpperCase(Locale.ROOT);
        Optional<String> number = from.attribute(prefix + "_ID");
        if (number.isEmpty()) return Optional.empty();
        if (!NUMBER.matcher(number.get()).matches()) {
            throw new BadRecord(
                    "%s: expected a number as %s_ID of a %s, found '%s'"
                            .formatted(owner(), prefix, from.name(), number.get()));
        }
        return Optional.of(Urn.of(source, prefix + "-" + number.get()));
    }

    private String owner() {
        return element.name() + " " + element.attribute("ID").orElse("without an ID");
    }

    private Element resolved(Element from) {
        Element work = works.get(from.attribute("External_Reference_ID").orElse(""));
        if (work != null) return from.with(work.content());
        List<XmlContent> content = new ArrayList<>();
        for (XmlContent part : from.content()) {
            content.add(part instanceof Element child ? resolved(child) : part);
        }
        return from.with(content);
    }
}
