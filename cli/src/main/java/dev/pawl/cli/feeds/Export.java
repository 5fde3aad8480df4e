package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Csv;
import dev.pawl.cli.screen.PassingLine;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Json;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.feeds.item.Urn;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/// Writes items page by page, so that as many as there are need no more memory than a few.
final class Export {
    private static final int PAGE = 500;
    private static final int LINKS = 10_000;
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private final Shell shell;
    private final String source;
    private final String kind;
    private final PassingLine line;
    private Instant told;

    Export(Shell shell, String source, String kind) {
        this.shell = shell;
        this.source = source;
        this.kind = kind;
        this.line = shell.passingLine();
        this.told = shell.now();
    }

    /// Writes everything and returns how many items that was.
    long write(Knowledge base, Format format, PrintWriter out) {
        out.println(
                switch (format) {
                    case JSON -> "[";
                    case CSV -> Csv.line(List.of("urn", "kind", "title", "status", "links"));
                });
        long count = 0;
        List<Knowledge.Whole> page = base.list(source, kind, "", PAGE);
        while (!page.isEmpty()) {
            for (Knowledge.Whole each : page) {
                if (format == Format.JSON && count > 0) out.print(",\n");
                out.print(line(base, each, format));
                count++;
            }
            progress(count);
            page = base.list(source, kind, page.getLast().brief().urn(), PAGE);
        }
        if (format == Format.JSON) out.println(count == 0 ? "]" : "\n]");
        line.clear();
        return count;
    }

    private static String line(Knowledge base, Knowledge.Whole item, Format format) {
        List<Knowledge.Neighbour> links = base.references(Urn.parse(item.brief().urn()), LINKS);
        return switch (format) {
            case JSON -> Json.line(FeedsJson.item(item, links));
            case CSV -> csv(item.brief(), links) + "\n";
        };
    }

    private static String csv(Knowledge.Brief item, List<Knowledge.Neighbour> links) {
        String targets =
                links.stream()
                        .map(each -> each.relation() + "=" + each.urn())
                        .collect(Collectors.joining(" "));
        return Csv.line(
                List.of(item.urn(), item.kind(), item.title(), FeedsJson.status(item), targets));
    }

    private void progress(long count) {
        Instant now = shell.now();
        if (now.isBefore(told.plus(SILENCE))) return;
        told = now;
        line.show("%,d items…".formatted(count));
    }

    /// What others can read.
    enum Format {
        JSON,
        CSV
    }
}
