package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.database.ItemQueries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists documents.
@Command(
        name = "documents",
        description =
                "Lists the documents that items were loaded from, and explains why others were"
                        + " skipped.",
        footer = {"", "Examples:", "  pawl feeds documents", "  pawl feeds documents --json"})
final class DocumentsCommand implements Callable<Integer> {
    private final FeedsContext context;
    private final Shell shell;

    DocumentsCommand(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        return context.items(items -> print(items.documents(), items.notes()));
    }

    private int print(List<ItemQueries.Loaded> documents, List<ItemQueries.Note> notes) {
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("documents", documents);
            json.put("notes", notes);
            return shell.json(json);
        }
        Table table = shell.table("SOURCE", "CATALOGUE", "VERSION", "ITEMS", "LOADED", "DOCUMENT");
        for (ItemQueries.Loaded each : documents) {
            table.row(
                    each.source(),
                    each.catalogue(),
                    each.version().isEmpty() ? "-" : each.version(),
                    "%,d".formatted(each.items()),
                    HumanText.ago(each.at(), shell.now()),
                    each.name());
        }
        shell.show(table, "No documents loaded.");
        notes.stream()
                .map(ItemQueries.Note::text)
                .distinct()
                .forEach(text -> shell.say("note: " + text));
        return ExitCode.OK;
    }
}
