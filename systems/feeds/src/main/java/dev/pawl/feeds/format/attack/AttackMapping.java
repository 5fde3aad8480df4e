package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.json.JsonFields;
import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.FeedItem;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Maps ATT&CK objects to items.
final class AttackMapping {
    private static final List<String> SEARCHED =
            List.of("aliases", "x_mitre_aliases", "x_mitre_platforms");

    private AttackMapping() {}

    static FeedItem item(AttackObject record) throws BadRecord {
        StixObject object = record.object();
        JsonFields fields = JsonFields.of(object.tree(), "object '%s'".formatted(object.id()));
        String kind = kind(object, fields);
        String id = id(object);
        fields = new JsonFields(fields.object(), "%s %s".formatted(kind, id));
        return new FeedItem(
                AttackId.urn(id),
                kind,
                fields.text("name"),
                searchText(object, fields),
                fields.object(),
                record.links(),
                fields.flag("revoked") || fields.flag("x_mitre_deprecated"),
                fields.optionalText("modified").orElse(""));
    }

    private static String kind(StixObject object, JsonFields fields) throws BadRecord {
        String type = fields.text("type");
        return AttackKind.of(object)
                .orElseThrow(() ->
                        new BadRecord(
                                "%s: expected a type of ATT&CK, found '%s'"
                                        .formatted(fields.owner(), type)));
    }

    private static String id(StixObject object) throws BadRecord {
        return AttackId.of(object)
                .orElseThrow(() ->
                        new BadRecord(
                                ("%s: expected an external reference of one of %s with an"
                                                + " id such as T1059.001, found %s")
                                        .formatted(
                                                object.id(),
                                                String.join(", ", AttackId.SOURCES),
                                                AttackId.unchecked(object).orElse("none"))));
    }

    private static String searchText(StixObject object, JsonFields fields) throws BadRecord {
        Stream<String> lists = SEARCHED.stream().flatMap(field -> object.texts(field).stream());
        return Stream.concat(fields.optionalText("description").stream(), lists)
                .distinct()
                .collect(Collectors.joining("\n"));
    }
}
