package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.json.JsonFields;
import dev.pawl.feeds.format.json.JsonHead;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/// The catalogue of known exploited vulnerabilities of CISA.
final class KevJson implements CveFormat {
    private static final String LIST = "vulnerabilities";
    private static final List<String> SEARCHED =
            List.of("vendorProject", "product", "shortDescription", "requiredAction");

    @Override
    public String name() {
        return "CISA KEV";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        JsonHead head = JsonHead.of(document);
        Optional<String> version = head.text("catalogVersion");
        if (version.isEmpty() || !head.list().equals(LIST)) return Optional.empty();
        String released = head.text("dateReleased").orElse("");
        return Optional.of(new Edition("kev", version.get(), released, false));
    }

    @Override
    public String list() {
        return LIST;
    }

    @Override
    public Edition edition() {
        return new Edition("kev", "", "", false);
    }

    @Override
    public FeedItem map(JsonNode record, Edition edition) throws BadRecord {
        String id = CveId.in(JsonFields.of(record, "a vulnerability"), "cveID");
        JsonFields fields = JsonFields.of(record, id);
        StringJoiner words = new StringJoiner("\n");
        for (String each : SEARCHED) fields.optionalText(each).ifPresent(words::add);
        return new FeedItem(
                Urn.of("kev", id),
                "known-exploited",
                fields.text("vulnerabilityName"),
                words.toString(),
                fields.object(),
                links(id, fields));
    }

    private static List<ItemLink> links(String id, JsonFields fields) throws BadRecord {
        List<ItemLink> links = new ArrayList<>();
        links.add(new ItemLink("exploits", Urn.of("cve", id)));
        for (JsonNode each : fields.list("cwes")) {
            CweId.link(each.stringValue("")).ifPresent(links::add);
        }
        return links;
    }
}
