package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.diamonds.display.DiamondsJson;
import dev.pawl.cli.diamonds.display.RunStates;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.engine.store.Store;
import dev.pawl.limiter.Limiter;
import dev.pawl.limiter.budget.BudgetState.Waiter;
import dev.pawl.limiter.budget.BudgetStatus;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.pipeline.watermark.Watermark;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Shows the state of a feed.
@Command(
        name = "status",
        description =
                "Shows the latest run of a feed, its watermark, and the budget of requests to the"
                        + " supplier.",
        footer = {"", "Examples:", "  pawl diamonds status", "  pawl diamonds status --json"})
final class DiamondsStatusCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Mixin FeedOption feed = new FeedOption();

    DiamondsStatusCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        FeedStatus status = context.ask(this::read);
        if (shell.json) return shell.json(json(status));
        print(status);
        return ExitCode.OK;
    }

    private FeedStatus read(Store store) {
        RunRow row = DiamondsContext.run(store, feed.feed(), "");
        return new FeedStatus(
                row,
                RunStates.of(store, row),
                Watermark.find(store::query, feed.feed()),
                Limiter.statuses(store, shell.now()).stream()
                        .filter(each -> each.settings().name().equals("supplier/" + feed.feed()))
                        .toList());
    }

    private void print(FeedStatus status) {
        RunRow row = status.row();
        boolean ended = RunStates.isEnd(status.state());
        String idle =
                ended || shell.execute(new GetLiveness()).live()
                        ? ""
                        : "; no engine is open, resume with `%s`"
                                .formatted(FeedOption.command("run", feed.feed()));
        shell.say(
                "%s  %s run of %s, started %s%s"
                        .formatted(
                                RunStates.painted(shell.paint, status.state()),
                                row.origin().type(),
                                feed.feed(),
                                HumanText.ago(row.startedAt(), shell.now()),
                                idle));
        shell.say("run        %s".formatted(row.run()));
        shell.say(
                "partitions %d of %d completed, %d failed"
                        .formatted(
                                row.workers().completed(),
                                row.workers().expected(),
                                row.workers().failed()));
        shell.say(
                "watermark  %s"
                        .formatted(
                                status.watermark()
                                        .map(each -> each.value().toString())
                                        .orElse("none")));
        if (row.notes().failure() != null) shell.say("failure    " + row.notes().failure());
        if (row.notes().stalledSince() != null) {
            shell.say("stalled    since " + row.notes().stalledSince());
        }
        if (!ended) status.budgets().forEach(this::print);
    }

    private void print(BudgetStatus budget) {
        List<String> lines = budget.lines();
        lines.subList(0, lines.size() - budget.waiters().size() - budget.reserved().size())
                .forEach(shell::say);
        budget.waiters().stream()
                .map(Waiter::until)
                .min(Comparator.naturalOrder())
                .ifPresent(until ->
                        shell.say(
                                "waiting    %s for the budget, the first until %s"
                                        .formatted(
                                                HumanText.count(
                                                        budget.waiters().size(), "partition"),
                                                HumanText.time(until))));
    }

    private static Map<String, @Nullable Object> json(FeedStatus status) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("run", DiamondsJson.run(status.row(), status.state()));
        json.put("watermark", status.watermark().map(Watermark::value).orElse(null));
        json.put("budgets", status.budgets().stream().flatMap(b -> b.lines().stream()).toList());
        return json;
    }

    private record FeedStatus(
            RunRow row, String state, Optional<Watermark> watermark, List<BudgetStatus> budgets) {}
}
