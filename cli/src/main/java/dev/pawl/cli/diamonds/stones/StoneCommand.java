package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.canonical.PriceExplanation;
import dev.pawl.diamonds.canonical.StoneChange;
import dev.pawl.diamonds.canonical.StoneLineage;
import dev.pawl.diamonds.canonical.StoneView;
import dev.pawl.diamonds.rules.RuleBook;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Shows where a stone comes from.
@Command(
        name = "stone",
        description =
                "Shows a stone and its lineage: the canonical stone with its price and its rule,"
                        + " the payload, the page, partition and run that brought it, and what"
                        + " changed since.",
        footer = {
            "",
            "Examples:",
            "  pawl diamonds stone DIAMOND/0540b97a-2f53-4a3c-9a5e-b7a3b8f0c1d2",
            "  pawl diamonds stone 2000000017 --json"
        })
final class StoneCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Parameters(
            paramLabel = "ID",
            description = "Id, stock number or certificate number of the stone.")
    String id = "";

    @Mixin FeedOption feed = new FeedOption();

    StoneCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        StoneLineage found =
                context.stones(stones -> stones.stone(feed.feed(), id))
                        .orElseThrow(() ->
                                CommandException.notFound(
                                        ("no stone '%s' in the feed '%s', or several;"
                                                        + " `pawl diamonds search --text %s` lists"
                                                        + " them")
                                                .formatted(id, feed.feed(), id)));
        Optional<PriceExplanation> why =
                Optional.ofNullable(found.stone())
                        .map(stone ->
                                context.ask(store ->
                                        PriceExplanation.of(
                                                stone, RuleBook.at(store::query, shell.now()))));
        if (shell.json) return shell.json(json(found, why));
        print(found, why);
        return ExitCode.OK;
    }

    private void print(StoneLineage found, Optional<PriceExplanation> why) {
        StoneView stone = found.stone();
        if (stone != null) {
            StoneTable.of(shell, List.of(stone)).print(shell.out);
            stone.fields().forEach((name, value) -> line(name, value));
        }
        why.ifPresent(each -> {
            each.price().forEach(text -> line("price by today's rules", text));
            each.rating().forEach(text -> line("rating by today's rules", text));
        });
        String quarantine = found.quarantine();
        if (quarantine != null) line("quarantined", shell.paint.yellow(quarantine));
        line(
                "payload",
                "revision %d, %s, hash %s"
                        .formatted(found.raw().revision(), found.status(), found.raw().hash()));
        line("first seen", found.raw().firstSeenAt());
        line("page", "%s at offset %,d".formatted(found.page().partition(), found.page().offset()));
        line("run", found.page().run());
        String seen = found.lastSeenRun();
        if (seen != null) line("last seen in", seen);
        for (StoneChange each : found.changes()) {
            line(each.at(), "%s %s".formatted(each.kind(), ChangedFields.text(each)).strip());
        }
    }

    private void line(String name, String value) {
        shell.say("%-24s  %s".formatted(name, value));
    }

    private static Map<String, @Nullable Object> json(
            StoneLineage found, Optional<PriceExplanation> why) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        StoneView stone = found.stone();
        json.put("stone", stone == null ? null : StoneTable.json(stone));
        json.put("explanation", why.orElse(null));
        json.put("raw", found.raw());
        json.put("page", found.page());
        json.put("status", found.status());
        json.put("quarantine", found.quarantine());
        json.put("lastSeenRun", found.lastSeenRun());
        json.put("changes", found.changes());
        return json;
    }
}
