package dev.pawl.feeds.format.cce;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Title;
import dev.pawl.feeds.item.Item;
import dev.pawl.feeds.item.Link;
import dev.pawl.feeds.item.Urn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Entries as items.
final class Mapping {
    private static final Pattern SEARCHED =
            Pattern.compile(
                    ".*(Description|Title|Name|Discussion|Details"
                            + "|Rationale|Mechanism|Parameter)s?");
    private static final Pattern SUCCESSORS = Pattern.compile("DEPRECATED in favor of (.*)");

    private Mapping() {}

    static Item item(Entry entry) throws BadRecord {
        Urn urn = CceId.urn(entry.id(), entry.rows().getFirst().place());
        String description = description(entry);
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("id", entry.id()).put("description", description);
        ArrayNode platforms = content.putArray("platforms");
        for (CceRow row : entry.rows()) {
            ObjectNode platform = platforms.addObject().put("name", row.sheet());
            ObjectNode cells = platform.putObject("cells");
            row.cells().forEach(cells::put);
        }
        boolean retired = entry.rows().stream().allMatch(Mapping::isDeprecated);
        return new Item(
                urn,
                "entry",
                Title.of(description),
                words(entry),
                content,
                successors(entry),
                retired,
                "");
    }

    private static String description(Entry entry) throws BadRecord {
        return entry.rows().stream()
                .flatMap(row -> description(row).stream())
                .findFirst()
                .orElseThrow(() ->
                        new BadRecord(
                                "%s: expected a description in one of %s, found none"
                                        .formatted(entry.id(), Heads.DESCRIPTIONS)));
    }

    private static Optional<String> description(CceRow row) {
        return Heads.DESCRIPTIONS.stream()
                .flatMap(head -> Optional.ofNullable(row.cells().get(head)).stream())
                .findFirst();
    }

    private static boolean isDeprecated(CceRow row) {
        return description(row).orElse("").strip().startsWith("DEPRECATED");
    }

    /// Returns what the publisher names in the place of an entry that is deprecated.
    private static List<Link> successors(Entry entry) {
        List<Link> links = new ArrayList<>();
        for (CceRow row : entry.rows()) {
            Matcher deprecated = SUCCESSORS.matcher(description(row).orElse(""));
            if (!deprecated.find()) continue;
            Matcher ids = CceId.FORM.matcher(deprecated.group(1));
            while (ids.find()) links.add(new Link("in-favor-of", Urn.of("cce", ids.group())));
        }
        return links;
    }

    private static String words(Entry entry) {
        return entry.rows().stream()
                .flatMap(row -> row.cells().entrySet().stream())
                .filter(cell -> SEARCHED.matcher(cell.getKey()).matches())
                .map(cell -> cell.getValue())
                .distinct()
                .collect(Collectors.joining("\n"));
    }
}
