package dev.pawl.cli.machine;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Secrets;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Listener;
import dev.pawl.engine.control.Json;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Prints what happens to a node, one line per event; a broken store stops the node.
final class NodeLog implements Listener {
    private final Shell shell;

    NodeLog(Shell shell) {
        this.shell = shell;
    }

    /// Prints one line immediately.
    void say(String event, String text) {
        Instant now = shell.now();
        String shown = Secrets.masked(text);
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("at", now);
            json.put("event", event);
            json.put("text", shown);
            shell.say(Json.line(json));
        } else {
            shell.say("%s  %s".formatted(HumanText.time(now), shown));
        }
        shell.out.flush();
    }

    @Override
    public void on(EngineEvent event) {
        switch (event) {
            case EngineEvent.Joined(String node, long epoch) ->
                    say("joined", "joined as %s, epoch %d".formatted(node, epoch));
            case EngineEvent.TakenOver(int runs) ->
                    say("took over", "took over %s".formatted(HumanText.count(runs, "run")));
            case EngineEvent.Resumed(CrashReport report) when !report.inFlight().isEmpty() ->
                    say(
                            "resumed",
                            "attempts interrupted in %s: %d executed again, %d ended, %d parked"
                                    .formatted(
                                            report.inFlight(),
                                            report.repeated(),
                                            report.ended(),
                                            report.parked()));
            case EngineEvent.LeaseLost(long epoch, String problem) ->
                    say(
                            "lost lease",
                            "lost the lease of epoch %d: %s; joining again"
                                    .formatted(epoch, problem));
            case EngineEvent.StoreUnavailable(String problem) ->
                    say("store unavailable", "the store is unavailable; runs wait: " + problem);
            case EngineEvent.StoreRecovered() ->
                    say("store recovered", "the store is available again");
            case EngineEvent.StoreFailed(String problem) -> {
                say("store failed", "the node stops: " + problem);
                shell.shutdown.request(ExitCode.STORE);
            }
            case EngineEvent.BodyStuck stuck ->
                    say(
                            "body stuck",
                            "the body of run %s in '%s' ignores the request to stop"
                                    .formatted(stuck.run(), stuck.state()));
            case EngineEvent.FiresDropped(String schedule, long count) ->
                    say("fires dropped", "schedule %s missed %d fires".formatted(schedule, count));
            case EngineEvent.EventUndelivered(_, RunId to, String name, String reason) ->
                    say(
                            "event undelivered",
                            "event %s did not reach run %s: %s".formatted(name, to, reason));
            case EngineEvent.LeaseDropped dropped -> say("lease dropped", text(dropped));
            case EngineEvent.LimitsOverridden(
                            String kind,
                            String name,
                            String declared,
                            String stored) ->
                    say(
                            "limits overridden",
                            "%s %s keeps its stored limits (%s) instead of those in code (%s)"
                                    .formatted(kind, name, stored, declared));
            case EngineEvent.TaskFailed(String task, String problem) ->
                    say("task failed", "task %s failed: %s".formatted(task, problem));
            case EngineEvent.Resumed _,
                    EngineEvent.RunChanged _,
                    EngineEvent.AttemptStarted _,
                    EngineEvent.AttemptEnded _ -> {}
        }
    }

    private static String text(EngineEvent.LeaseDropped dropped) {
        Lease lease = dropped.lease();
        return "dropped the lease of %s on %s of pool %s: %s"
                .formatted(
                        lease.holder(),
                        HumanText.count(lease.count(), "permit"),
                        lease.pool(),
                        dropped.reason());
    }
}
