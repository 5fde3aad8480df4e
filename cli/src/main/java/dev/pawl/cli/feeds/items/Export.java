package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.display.FeedsJson;
import dev.pawl.cli.screen.Csv;
import dev.pawl.cli.screen.PassingLine;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Json;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.feeds.item.Urn;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/// Writes items page by page, so that memory does not grow with their number.
final class Export {
    private static final int PAGE = 500;
    private static final int LINKS = 10_000;
    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(1);

    private final Shell shell;
    private final String source;
    private final String kind;
    private final PassingLine line;
    private Instant shownAt;

    Export(Shell shell, String source, String kind) {
        this.shell = shell;
        this.source = source;
        this.kind = kind;
        this.line = shell.passingLine();
        this.shownAt = shell.now();
    }

    /// Writes all items and returns their number.
    long write(ItemQueries items, Format format, PrintWriter out) {
        out.println(
                switch (format) {
                    case JSON -> "[";
                    case CSV -> Csv.line(List.of("urn", "kind", "title", "status", "links"));
                });
        long count = 0;
        List<ItemQueries.Whole> page = items.list(source, kind, "", PAGE);
        while (!page.isEmpty()) {
            for (ItemQueries.Whole each : page) {
                if (format == Format.JSON && count > 0) out.print(",\n");
                out.print(line(items, each, format));
                count++;
            }
            progress(count);
            page = items.list(source, kind, page.getLast().brief().urn(), PAGE);
        }
        if (format == Format.JSON) out.println(count == 0 ? "]" : "\n]");
        line.clear();
        return count;
    }

    private static String line(ItemQueries items, ItemQueries.Whole item, Format format) {
        List<ItemQueries.Neighbour> links = items.references(Urn.parse(item.brief().urn()), LINKS);
        return switch (format) {
            case JSON -> Json.line(FeedsJson.item(item, links));
            case CSV -> csv(item.brief(), links) + "\n";
        };
    }

    private static String csv(ItemQueries.Brief item, List<ItemQueries.Neighbour> links) {
        String targets =
                links.stream()
                        .map(each -> each.relation() + "=" + each.urn())
                        .collect(Collectors.joining(" "));
        return Csv.line(
                List.of(item.urn(), item.kind(), item.title(), FeedsJson.status(item), targets));
    }

    private void progress(long count) {
        Instant now = shell.now();
        if (now.isBefore(shownAt.plus(PROGRESS_INTERVAL))) return;
        shownAt = now;
        line.show("%,d items…".formatted(count));
    }

    /// The output formats.
    enum Format {
        JSON,
        CSV
    }
}
