package dev.pawl.cli.run;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.GetRun;
import dev.pawl.run.Condition;
import dev.pawl.run.Failure;
import dev.pawl.run.Links;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Shows everything about a run.
@Command(name = "show", description = "Shows a run: status, data, errors, links and times.")
final class RunShowCommand implements Callable<Integer> {
    private static final int PAYLOAD_CHARS = 2_000;

    private final Shell shell;

    @Mixin RunArgument run = new RunArgument();

    RunShowCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Run whole;
        try (Control control = shell.open()) {
            whole = control.execute(new GetRun(run.in(control)));
        }
        if (shell.json) return shell.json(RunJson.whole(whole));
        print(whole);
        return ExitCode.OK;
    }

    private void print(Run run) {
        Instant now = shell.now();
        Condition condition = run.condition();
        line("run", shell.paint.bold(run.id().toString()));
        line("machine", run.origin().machine());
        line("key", run.origin().key());
        line(
                "status",
                "%s in '%s' since %s (%s)"
                        .formatted(
                                shell.paint.status(run.status()),
                                run.state(),
                                HumanText.time(run.timing().since()),
                                HumanText.ago(run.timing().since(), now)));
        line("parked", condition.reason());
        line("before", condition.held());
        line("pausing", condition.pausing() ? "after this attempt" : null);
        ending(run);
        line("attempt", run.progress().attempt() == 0 ? null : run.progress().attempt());
        line("error", run.progress().error());
        origin(run);
        line("created", HumanText.time(run.timing().created()));
        run.wake()
                .ifPresent(at -> line("wakes", HumanText.time(at) + ", " + HumanText.ago(at, now)));
        line("deadline", time(run.timing().deadline()));
        line("ended", time(run.timing().ended()));
        data(run);
        line("history", HumanText.count(run.version(), "entry").replace("entrys", "entries"));
    }

    private void ending(Run run) {
        RunEnd ending = run.condition().ending();
        if (ending == null) return;
        Failure failure = ending.failure();
        if (!run.status().isEnd()) line("will end", ending.status());
        line("because", failure);
    }

    private void origin(Run run) {
        Links links = run.origin().links();
        QueuePlace place = run.origin().queuePlace();
        line("queue", place == null ? null : place.queue() + ", priority " + place.priority());
        line("parent", links.parent());
        line("after", links.after());
        line("behind", links.behind());
        line("cause", links.cause());
        line("start key", run.origin().idempotency());
        line("labels", run.origin().labels().isEmpty() ? null : run.origin().labels());
    }

    private void data(Run run) {
        line("children", run.data().family().started() == 0 ? null : run.data().family());
        List<Message> inbox = run.data().inbox();
        line("inbox", inbox.isEmpty() ? null : InboxSummary.of(inbox).text(shell.now()));
        line("request", text(run.origin().request()));
        line("response", text(run.data().response()));
        line("context", text(run.data().context()));
        run.data().memos().forEach((name, value) -> line("memo", name + " = " + text(value)));
    }

    private static @Nullable String text(@Nullable Payload payload) {
        return payload == null ? null : HumanText.cut(payload.text(), PAYLOAD_CHARS);
    }

    private static @Nullable String time(@Nullable Instant time) {
        return time == null ? null : HumanText.time(time);
    }

    private void line(String name, @Nullable Object value) {
        if (value == null) return;
        String label = shell.paint.faint("%-9s".formatted(name));
        shell.say(label + " " + Table.oneLine(value.toString()));
    }
}
