package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.json.JsonFields;
import dev.pawl.feeds.format.json.JsonHead;
import dev.pawl.feeds.item.FeedItem;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// NVD JSON 1.1, the feeds before 2023. Items get the content that 2.0 would have.
final class NvdJson1 implements CveFormat {
    private static final String LIST = "CVE_Items";

    @Override
    public String name() {
        return "NVD JSON 1.1";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        JsonHead head = JsonHead.of(document);
        if (!head.list().equals(LIST)) return Optional.empty();
        String stamp = NvdTime.normal(head.text("CVE_data_timestamp").orElse(""));
        return Optional.of(new Edition("nvd", "1.1", stamp, true));
    }

    @Override
    public String list() {
        return LIST;
    }

    @Override
    public Edition edition() {
        return new Edition("nvd", "1.1", "", true);
    }

    @Override
    public FeedItem map(JsonNode record, Edition edition) throws BadRecord {
        return Vulnerability.item(NvdJson1To2.of(JsonFields.of(record, "an item of CVE_Items")));
    }
}
