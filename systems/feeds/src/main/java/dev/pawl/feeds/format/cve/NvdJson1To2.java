package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.json.JsonFields;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Converts a record of NVD JSON 1.1 to 2.0, so that both compare field by field.
///
/// Fields that 1.1 does not have are left out: the ids of criteria, the sources of references. The
/// fields `name` and `refsource` of references, which 2.0 does not have, are kept.
final class NvdJson1To2 {
    private static final Pattern REJECTED = Pattern.compile("\\*\\*\\s*REJECT\\s*\\*\\*");
    private static final String NVD = "nvd@nist.gov";
    private static final Map<String, String> METRICS =
            Map.of("3.0", "cvssMetricV30", "3.1", "cvssMetricV31");

    private final ObjectNode modern = JsonNodeFactory.instance.objectNode();
    private final JsonFields record;
    private final JsonFields cve;

    private NvdJson1To2(JsonFields record, JsonFields cve) {
        this.record = record;
        this.cve = cve;
    }

    static ObjectNode of(JsonFields record) throws BadRecord {
        JsonFields cve = within(record, "cve");
        JsonFields meta = within(cve, "CVE_data_meta");
        String id = CveId.in(meta, "ID");
        NvdJson1To2 conversion =
                new NvdJson1To2(
                        new JsonFields(record.object(), id), new JsonFields(cve.object(), id));
        conversion.modern.put("id", id);
        meta.optionalText("ASSIGNER")
                .ifPresent(by -> conversion.modern.put("sourceIdentifier", by));
        conversion.times();
        conversion.descriptions();
        conversion.metrics();
        conversion.weaknesses();
        conversion.configurations();
        conversion.references();
        return conversion.modern;
    }

    private void times() throws BadRecord {
        record.optionalText("publishedDate")
                .ifPresent(time -> modern.put("published", NvdTime.normal(time)));
        record.optionalText("lastModifiedDate")
                .ifPresent(time -> modern.put("lastModified", NvdTime.normal(time)));
    }

    private void descriptions() throws BadRecord {
        ArrayNode descriptions = JsonNodeFactory.instance.arrayNode();
        for (JsonNode each : within(cve, "description").list("description_data")) {
            String text = JsonFields.of(each, cve.owner()).text("value");
            if (REJECTED.matcher(text).lookingAt()) modern.put("vulnStatus", "Rejected");
            descriptions.add(each);
        }
        modern.set("descriptions", descriptions);
    }

    private void metrics() throws BadRecord {
        ObjectNode metrics = modern.putObject("metrics");
        JsonFields impact = within(record, "impact");
        if (impact.object().has("baseMetricV3")) {
            JsonFields base = within(impact, "baseMetricV3");
            String version = within(base, "cvssV3").text("version");
            metric(metrics.putArray(METRICS.getOrDefault(version, "cvssMetricV3")), base, "cvssV3");
        }
        if (impact.object().has("baseMetricV2")) {
            metric(metrics.putArray("cvssMetricV2"), within(impact, "baseMetricV2"), "cvssV2");
        }
    }

    private static void metric(ArrayNode metrics, JsonFields base, String data) {
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
        for (JsonNode each : within(cve, "problemtype").list("problemtype_data")) {
            JsonNode description = JsonFields.of(each, cve.owner()).object().path("description");
            if (description.isEmpty()) continue;
            ObjectNode weakness = weaknesses.addObject();
            weakness.put("source", NVD).put("type", "Primary").set("description", description);
        }
        if (!weaknesses.isEmpty()) modern.set("weaknesses", weaknesses);
    }

    private void configurations() throws BadRecord {
        ArrayNode configurations = JsonNodeFactory.instance.arrayNode();
        for (JsonNode each : within(record, "configurations").list("nodes")) {
            JsonFields node = JsonFields.of(each, record.owner());
            ObjectNode configuration = configurations.addObject();
            boolean parent = !node.object().path("children").isEmpty();
            if (parent) configuration.set("operator", node.object().path("operator"));
            ArrayNode nodes = configuration.putArray("nodes");
            if (parent) {
                for (JsonNode child : node.list("children")) {
                    nodes.add(node(JsonFields.of(child, record.owner())));
                }
            } else {
                nodes.add(node(node));
            }
        }
        if (!configurations.isEmpty()) modern.set("configurations", configurations);
    }

    private static ObjectNode node(JsonFields old) throws BadRecord {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("operator", old.optionalText("operator").orElse("OR"));
        node.put("negate", old.flag("negate"));
        ArrayNode matches = node.putArray("cpeMatch");
        for (JsonNode each : old.list("cpe_match")) {
            ObjectNode match = matches.addObject();
            JsonFields.of(each, old.owner())
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
        for (JsonNode each : within(cve, "references").list("reference_data")) {
            ObjectNode reference = references.addObject();
            JsonFields.of(each, cve.owner())
                    .object()
                    .forEachEntry((name, value) -> {
                        boolean untagged = name.equals("tags") && value.isEmpty();
                        if (!untagged) reference.set(name, value);
                    });
        }
    }

    /// Returns an object of a record; empty if it is missing.
    private static JsonFields within(JsonFields fields, String field) throws BadRecord {
        JsonNode value = fields.object().path(field);
        if (value.isMissingNode()) {
            return new JsonFields(JsonNodeFactory.instance.objectNode(), fields.owner());
        }
        return JsonFields.of(value, fields.owner() + ", " + field);
    }
}
