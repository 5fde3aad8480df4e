package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.base.Knowledge;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists documents.
@Command(
        name = "documents",
        description =
                "Lists the documents that the base was loaded from, and says which were passed over"
                        + " and why.",
        footer = {"", "Examples:", "  pawl feeds documents", "  pawl feeds documents --json"})
final class DocumentsCommand implements Callable<Integer> {
    private final Desk desk;
    private final Shell shell;

    DocumentsCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        return desk.base(base -> tell(base.documents(), base.notes()));
    }

    private int tell(List<Knowledge.Loaded> documents, List<Knowledge.Note> notes) {
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("documents", documents);
            json.put("notes", notes);
            return shell.json(json);
        }
        Table table = shell.table("SOURCE", "CATALOGUE", "VERSION", "ITEMS", "LOADED", "DOCUMENT");
        for (Knowledge.Loaded each : documents) {
            table.row(
                    each.source(),
                    each.catalogue(),
                    each.version().isEmpty() ? "-" : each.version(),
                    "%,d".formatted(each.items()),
                    Words.ago(each.at(), shell.now()),
                    each.name());
        }
        shell.show(table, "No document was loaded.");
        notes.stream()
                .map(Knowledge.Note::text)
                .distinct()
                .forEach(text -> shell.say("note: " + text));
        return ExitCode.OK;
    }
}
