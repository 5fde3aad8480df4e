package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Title;
import dev.pawl.feeds.format.html.HtmlReader;
import dev.pawl.feeds.format.html.Tag;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The web page with a table of rules, such as all rules of a product with their CCEs.
///
/// A column `Mapped Rule` names the rules, if at all, and CCEs have cells of their own.
final class RuleTable {
    private static final String RULE_HEADER = "Mapped Rule";
    private static final Set<String> HEADERS = Set.of(RULE_HEADER, "Rule Title");

    private final Set<ItemLink> links = new LinkedHashSet<>();
    private final TableTitle title;
    private boolean rules;
    private int rows;
    private int column;
    private int ruleColumn;

    private RuleTable(TableTitle title) {
        this.title = title;
    }

    static Optional<GuidePage> of(Document document) throws IOException {
        Optional<TableTitle> title = TableTitle.of(document);
        if (title.isEmpty()) return Optional.empty();
        RuleTable table = new RuleTable(title.get());
        try (HtmlReader reader = HtmlReader.open(document)) {
            for (Tag tag = reader.next(); tag != null; tag = reader.next()) table.see(tag);
        }
        return table.rules ? Optional.of(table.page()) : Optional.empty();
    }

    private void see(Tag tag) {
        switch (tag.name()) {
            case "thead" -> column = 0;
            case "tr" -> {
                column = 0;
                rows++;
            }
            case "td", "th" -> cell(tag.text().strip());
            default -> {}
        }
    }

    private void cell(String text) {
        column++;
        rules |= HEADERS.contains(text);
        if (text.equals(RULE_HEADER)) {
            ruleColumn = column;
        } else if (column == ruleColumn) {
            Stream.of(text)
                    .flatMap(rule -> title.names().link("member", SsgNames.RULE, rule).stream())
                    .forEach(links::add);
        }
        SsgNames.identifier(text).ifPresent(links::add);
    }

    private GuidePage page() {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("title", title.text()).put("product", title.product()).put("rows", rows);
        String id = "table-%s-%s".formatted(title.names().product(), title.slug());
        FeedItem item =
                new FeedItem(
                        Urn.of("ssg", id),
                        "table",
                        Title.of(title.text()),
                        title.text(),
                        content,
                        links.stream().toList());
        return new GuidePage(new Edition("ssg-" + id, "", "", false), item);
    }
}
