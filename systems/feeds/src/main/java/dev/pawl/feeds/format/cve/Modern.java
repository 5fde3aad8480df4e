package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.json.Fields;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A record of NVD's JSON 1.1 as 2.0 would write it, so that both compare field by field.
///
/// What 1.1 does not know is left out: the ids of criteria, the sources of references. What 2.0
/// does not know of references, their `name` and `refsource`, is kept.
final class Modern {
    private static final Pattern REJECTED = Pattern.compile("\\*\\*\\s*REJECT\\s*\\*\\*");
    private static final String NVD = "nvd@nist.gov";
    private static final Map<String, String> METRICS =
            Map.of("3.0", "cvssMetricV30", "3.1", "cvssMetricV31");

    private final ObjectNode modern = JsonNodeFactory.instance.objectNode();
    private final Fields record;
    private final Fields cve;

    private Modern(Fields record, Fields cve) {
        this.record = record;
        this.cve = cve;
    }

    static ObjectNode of(Fields record) throws BadRecord {
        Fields cve = within(record, "cve");
        Fields meta = within(cve, "CVE_data_meta");
        String id = CveId.in(meta, "ID");
        Modern it = new Modern(new Fields(record.object(), id), new Fields(cve.object(), id));
        it.modern.put("id", id);
        meta.optionalText("ASSIGNER").ifPresent(by -> it.modern.put("sourceIdentifier", by));
        it.times();
        it.descriptions();
        it.metrics();
        it.weaknesses();
        it.configurations();
        it.references();
        return it.modern;
    }

    private void times() throws BadRecord {
        record.optionalText("publishedDate")
                .ifPresent(time -> modern.put("published", NvdTime.normal(time)));
        record.optionalText("lastModifiedDate")
                .ifPresent(time -> modern.put("lastModified", NvdTime.normal(time)));
    }

    private void descriptions() throws BadRecord {
        ArrayNode descriptions = JsonNodeFactory.instance.arrayNode();
        for (JsonNode each : Lists.of(within(cve, "description"), "description_data")) {
            String text = Fields.of(each, cve.owner()).text("value");
            if (REJECTED.matcher(text).lookingAt()) modern.put("vulnStatus", "Rejected");
            descriptions.add(each);
        }
        modern.set("descriptions", descriptions);
    }

    private void metrics() throws BadRecord {
        ObjectNode metrics = modern.putObject("metrics");
        Fields impact = within(record, "impact");
        if (impact.object().has("baseMetricV3")) {
            Fields base = within(impact, "baseMetricV3");
            String version = within(base, "cvssV3").text("version");
            metric(metrics.putArray(METRICS.getOrDefault(version, "cvssMetricV3")), base, "cvssV3");
        }
        if (impact.object().has("baseMetricV2")) {
            metric(metrics.putArray("cvssMetricV2"), within(impact, "baseMetricV2"), "cvssV2");
        }
    }

    private static void metric(ArrayNode metrics, Fields base, String data) {
        ObjectNode metric = metrics.addObject().put("source", NVD).put("type", "Primary");
        base.object()
                .forEachEntry((name, value) -> {
                    if (name.equals(data)) metric.set("cvssData", value);
                    else if (name.equals("severity")) metric.set("baseSeverity", value);
                    else metric.set(name, value);
                });
    }

    private void weaknesses() throws BadRecord {
        ArrayNode weaknesses = JsonNodeFactory.instance.arrayNode();
        for (JsonNode each : Lists.of(within(cve, "problemtype"), "problemtype_data")) {
            JsonNode said = Fields.of(each, cve.owner()).object().path("description");
            if (said.isEmpty()) continue;
            ObjectNode weakness = weaknesses.addObject();
            weakness.put("source", NVD).put("type", "Primary").set("description", said);
        }
        if (!weaknesses.isEmpty()) modern.set("weaknesses", weaknesses);
    }

    private void configurations() throws BadRecord {
        ArrayNode configurations = JsonNodeFactory.instance.arrayNode();
        for (JsonNode each : Lists.of(within(record, "configurations"), "nodes")) {
            Fields node = Fields.of(each, record.owner());
            ObjectNode configuration = configurations.addObject();
            boolean parent = !node.object().path("children").isEmpty();
            if (parent) configuration.set("operator", node.object().path("operator"));
            ArrayNode nodes = configuration.putArray("nodes");
            if (parent) {
                for (JsonNode child : Lists.of(node, "children")) {
                    nodes.add(node(Fields.of(child, record.owner())));
                }
            } else {
                nodes.add(node(node));
            }
        }
        if (!configurations.isEmpty()) modern.set("configurations", configurations);
    }

    private static ObjectNode node(Fields old) throws BadRecord {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("operator", old.optionalText("operator").orElse("OR"));
        node.put("negate", old.flag("negate"));
        ArrayNode matches = node.putArray("cpeMatch");
        for (JsonNode each : Lists.of(old, "cpe_match")) {
            ObjectNode match = matches.addObject();
            Fields.of(each, old.owner())
                    .object()
                    .forEachEntry((name, value) -> {
                        if (name.equals("cpe23Uri")) match.set("criteria", value);
                        else if (!name.equals("cpe_name")) match.set(name, value);
                    });
        }
        return node;
    }

    private void references() throws BadRecord {
        ArrayNode references = modern.putArray("references");
        for (JsonNode each : Lists.of(within(cve, "references"), "reference_data")) {
            ObjectNode reference = references.addObject();
            Fields.of(each, cve.owner())
                    .object()
                    .forEachEntry((name, value) -> {
                        boolean untagged = name.equals("tags") && value.isEmpty();
                        if (!untagged) reference.set(name, value);
                    });
        }
    }

    /// Returns an object in a record; one that is missing is empty.
    private static Fields within(Fields fields, String field) throws BadRecord {
        JsonNode value = fields.object().path(field);
        if (value.isMissingNode()) {
            return new Fields(JsonNodeFactory.instance.objectNode(), fields.owner());
        }
        return Fields.of(value, fields.owner() + ", " + field);
    }
}
