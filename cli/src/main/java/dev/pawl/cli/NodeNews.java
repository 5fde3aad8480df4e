package dev.pawl.cli;

import dev.pawl.cli.screen.Words;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Happening;
import dev.pawl.engine.Listener;
import dev.pawl.engine.control.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Prints what happens to a node, one line each; a broken store ends it.
final class NodeNews implements Listener {
    private final Shell shell;

    NodeNews(Shell shell) {
        this.shell = shell;
    }

    /// Prints one line, as soon as it is known.
    void say(String event, String words) {
        Instant now = shell.now();
        String shown = Secrets.masked(words);
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("at", now);
            json.put("event", event);
            json.put("text", shown);
            shell.say(Json.line(json));
        } else {
            shell.say("%s  %s".formatted(Words.time(now), shown));
        }
        shell.out.flush();
    }

    @Override
    public void on(Happening happening) {
        switch (happening) {
            case Happening.Joined(String node, long epoch) ->
                    say("joined", "joined as %s, epoch %d".formatted(node, epoch));
            case Happening.TakenOver(int runs) ->
                    say("took over", "took over %s".formatted(Words.count(runs, "run")));
            case Happening.Resumed(CrashReport report) when isNews(report) ->
                    say(
                            "resumed",
                            "%s were cut off: %d executed again, %d ended, %d parked"
                                    .formatted(
                                            report.inFlight(),
                                            report.redone(),
                                            report.ended(),
                                            report.parked()));
            case Happening.LeaseLost(long epoch, String problem) ->
                    say(
                            "lost lease",
                            "lost its lease of epoch %d: %s; it begins a new life"
                                    .formatted(epoch, problem));
            case Happening.StoreTroubled(String problem) ->
                    say("store trouble", "the store is in trouble, runs wait: " + problem);
            case Happening.StoreRecovered() -> say("store recovered", "the store works again");
            case Happening.StoreFailed(String problem) -> {
                say("store failed", "the node stops: " + problem);
                shell.ending.want(ExitCode.STORE);
            }
            case Happening.BodyStuck stuck ->
                    say(
                            "body stuck",
                            "run %s goes on in '%s' although it was asked to stop"
                                    .formatted(stuck.run(), stuck.state()));
            case Happening.FiresDropped(String schedule, long count) ->
                    say("fires dropped", "schedule %s missed %d fires".formatted(schedule, count));
            case Happening.TaskFailed(String task, String problem) ->
                    say("task failed", "task %s met an error: %s".formatted(task, problem));
            case Happening.Resumed _,
                    Happening.RunChanged _,
                    Happening.AttemptStarted _,
                    Happening.AttemptEnded _ -> {}
        }
    }

    private static boolean isNews(CrashReport report) {
        return !report.inFlight().isEmpty();
    }
}
