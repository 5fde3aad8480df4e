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

/// NVD JSON 2.0: the pages of the API and the feeds, which have the same envelope.
///
/// The time in the envelope has no zone. In feeds it is New York time, while records use UTC, and a
/// document does not say whether it is a feed. So it is kept as is, and only decides between
/// documents whose records have the same times.
final class NvdJson2 implements CveFormat {
    private static final String LIST = "vulnerabilities";

    @Override
    public String name() {
        return "NVD JSON 2.0";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        JsonHead head = JsonHead.of(document);
        String version = head.text("version").orElse("");
        boolean own =
                head.list().equals(LIST)
                        && head.text("format").orElse("").equals("NVD_CVE")
                        && version.startsWith("2.");
        if (!own) return Optional.empty();
        String stamp = NvdTime.normal(head.text("timestamp").orElse(""));
        return Optional.of(new Edition("nvd", version, stamp, true));
    }

    @Override
    public String list() {
        return LIST;
    }

    @Override
    public Edition edition() {
        return new Edition("nvd", "2.0", "", true);
    }

    @Override
    public FeedItem map(JsonNode record, Edition edition) throws BadRecord {
        JsonFields wrapper = JsonFields.of(record, "a vulnerability");
        JsonNode cve = wrapper.object().get("cve");
        if (cve == null) {
            throw new BadRecord("a vulnerability: expected an object in 'cve', found none");
        }
        return Vulnerability.item(JsonFields.of(cve, "'cve' of a vulnerability").object());
    }
}
