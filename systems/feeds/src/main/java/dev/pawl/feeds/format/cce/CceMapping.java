package dev.pawl.feeds.format.cce;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Title;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
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

/// Maps entries to items.
final class CceMapping {
    private static final Pattern SEARCHED =
            Pattern.compile(
                    ".*(Description|Title|Name|Discussion|Details"
                            + "|Rationale|Mechanism|Parameter)s?");
    private static final Pattern SUCCESSORS = Pattern.compile("DEPRECATED in favor of (.*)");

    private CceMapping() {}

    static FeedItem item(CceEntry entry) throws BadRecord {
        Urn urn = CceId.urn(entry.id(), entry.rows().getFirst().position());
        String description = description(entry);
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("id", entry.id()).put("description", description);
        ArrayNode platforms = content.putArray("platforms");
        for (CceRow row : entry.rows()) {
            ObjectNode platform = platforms.addObject().put("name", row.sheet());
            ObjectNode cells = platform.putObject("cells");
            row.cells().forEach(cells::put);
        }
        boolean retired = entry.rows().stream().allMatch(CceMapping::isDeprecated);
        return new FeedItem(
                urn,
                "entry",
                Title.of(description),
                searchText(entry),
                content,
                successors(entry),
                retired,
                "");
    }

    private static String description(CceEntry entry) throws BadRecord {
        return entry.rows().stream()
                .flatMap(row -> description(row).stream())
                .findFirst()
                .orElseThrow(() ->
                        new BadRecord(
                                "%s: expected a description in one of %s, found none"
                                        .formatted(entry.id(), ColumnHeaders.DESCRIPTIONS)));
    }

    private static Optional<String> description(CceRow row) {
        return ColumnHeaders.DESCRIPTIONS.stream()
                .flatMap(head -> Optional.ofNullable(row.cells().get(head)).stream())
                .findFirst();
    }

    private static boolean isDeprecated(CceRow row) {
        return description(row).orElse("").strip().startsWith("DEPRECATED");
    }

    /// Returns links to the entries that replace a deprecated one.
    private static List<ItemLink> successors(CceEntry entry) {
        List<ItemLink> links = new ArrayList<>();
        for (CceRow row : entry.rows()) {
            Matcher deprecated = SUCCESSORS.matcher(description(row).orElse(""));
            if (!deprecated.find()) continue;
            Matcher ids = CceId.FORM.matcher(deprecated.group(1));
            while (ids.find()) links.add(new ItemLink("in-favor-of", Urn.of("cce", ids.group())));
        }
        return links;
    }

    private static String searchText(CceEntry entry) {
        return entry.rows().stream()
                .flatMap(row -> row.cells().entrySet().stream())
                .filter(cell -> SEARCHED.matcher(cell.getKey()).matches())
                .map(cell -> cell.getValue())
                .distinct()
                .collect(Collectors.joining("\n"));
    }
}
