package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.control.Json;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.feeds.item.Urn;
import dev.pawl.run.Payload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Shows an item.
@Command(
        name = "show",
        description = {
            "Shows an item: what its source says of it, what it refers to, and what became of it.",
            "A bare id such as CWE-79, T1078 or V1.2.3 is enough; a number of ASVS without a"
                    + " version means the newest."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds show CVE-2021-44228",
            "  pawl feeds show v2e::mitre::cwe::CWE-79 --json"
        })
final class ShowCommand implements Callable<Integer> {
    private static final int LINKS = 1_000;

    private final Desk desk;
    private final Shell shell;

    @Parameters(paramLabel = "URN", description = "Its URN, or its id.")
    String wanted = "";

    ShowCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        Urn urn = Desk.urn(wanted);
        return desk.base(base -> show(base, require(base, urn)));
    }

    /// Returns an item that must be there.
    static Knowledge.Whole require(Knowledge base, Urn urn) {
        return base.find(urn)
                .orElseThrow(() ->
                        Trouble.notFound(
                                "the base has no %s: `pawl feeds search` finds what it has"
                                        .formatted(urn)));
    }

    private int show(Knowledge base, Knowledge.Whole item) {
        Knowledge.Brief brief = item.brief();
        Urn urn = Urn.parse(brief.urn());
        List<Knowledge.Neighbour> links = base.references(urn, LINKS);
        List<Knowledge.Change> history = base.history(urn);
        Instant seen = base.seen(brief.source());
        if (shell.json) {
            Map<String, @Nullable Object> json = FeedsJson.item(item, links);
            json.put("last_seen", brief.times().removed() == null ? seen : null);
            json.put("history", history);
            return shell.json(json);
        }
        line("urn", shell.paint.bold(brief.urn()));
        line("title", brief.title());
        line("kind", "%s of %s".formatted(brief.kind(), brief.source()));
        line("status", FeedsJson.status(brief));
        line(
                "seen",
                "first %s, last %s".formatted(Words.time(brief.firstSeen()), Words.time(seen)));
        for (Knowledge.Change each : history) line(each.change(), words(each));
        for (Knowledge.Neighbour each : links) {
            line(each.relation(), "%s  %s".formatted(each.urn(), each.title()).stripTrailing());
        }
        shell.say(Json.pretty(Payload.of(item.content())));
        return ExitCode.OK;
    }

    private static String words(Knowledge.Change change) {
        String fields = change.fields().isEmpty() ? "" : ": " + change.fields();
        return Words.time(change.at()) + fields;
    }

    private void line(String name, String value) {
        shell.say("%-12s %s".formatted(name, value));
    }
}
