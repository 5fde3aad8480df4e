package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Title;
import dev.pawl.feeds.format.html.HtmlReader;
import dev.pawl.feeds.format.html.Tag;
import dev.pawl.feeds.item.Item;
import dev.pawl.feeds.item.Link;
import dev.pawl.feeds.item.Urn;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A page with a table of rules, such as all of a product with their CCEs.
///
/// It has a column for rules. It names them, if at all, in a column `Mapped Rule`, and CCEs in
/// cells of their own.
final class Table {
    private static final String RULE_HEAD = "Mapped Rule";
    private static final Set<String> HEADS = Set.of(RULE_HEAD, "Rule Title");

    private final Set<Link> links = new LinkedHashSet<>();
    private final TableTitle title;
    private boolean rules;
    private int rows;
    private int column;
    private int ruleColumn;

    private Table(TableTitle title) {
        this.title = title;
    }

    static Optional<Page> of(Document document) throws IOException {
        Optional<TableTitle> title = TableTitle.of(document);
        if (title.isEmpty()) return Optional.empty();
        Table table = new Table(title.get());
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
        rules |= HEADS.contains(text);
        if (text.equals(RULE_HEAD)) {
            ruleColumn = column;
        } else if (column == ruleColumn) {
            Stream.of(text)
                    .flatMap(rule -> title.names().link("member", SsgNames.RULE, rule).stream())
                    .forEach(links::add);
        }
        SsgNames.identifier(text).ifPresent(links::add);
    }

    private Page page() {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("title", title.text()).put("product", title.product()).put("rows", rows);
        String id = "table-%s-%s".formatted(title.names().product(), title.slug());
        Item item =
                new Item(
                        Urn.of("ssg", id),
                        "table",
                        Title.of(title.text()),
                        title.text(),
                        content,
                        links.stream().toList());
        return new Page(new Edition("ssg-" + id, "", "", false), item);
    }
}
