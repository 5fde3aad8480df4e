package dev.pawl.cli.classes.display;

import dev.pawl.classes.Classes;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Secrets;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.controller.ControllerLog;
import dev.pawl.controller.DecisionRow;
import dev.pawl.controller.ObjectKey;
import dev.pawl.controller.ObjectRow;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Listener;
import dev.pawl.engine.control.Json;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Prints what the manager does, one line per event: whether it leads, and every change of a class.
public final class ManagerLog implements Listener {
    private static final String CONTROLLED = "controller-";

    /// Every source is lost until it was listed for the first time: no news.
    private static final String NOT_LISTED = "not listed yet";

    private final Shell shell;
    private final Set<String> changed = ConcurrentHashMap.newKeySet();
    private final Map<ObjectKey, Shown> shown = new HashMap<>();
    private final Instant started;
    private Optional<Boolean> leads = Optional.empty();
    private List<String> lost = List.of();

    public ManagerLog(Shell shell) {
        this.shell = shell;
        this.started = shell.now();
    }

    /// Prints one line immediately.
    public void say(String event, String text) {
        Instant now = shell.now();
        String line = Secrets.masked(Table.oneLine(text));
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("at", now);
            json.put("event", event);
            json.put("text", line);
            shell.say(Json.line(json));
        } else {
            shell.say("%s  %s".formatted(HumanText.time(now), line));
        }
        shell.out.flush();
    }

    @Override
    public void on(EngineEvent event) {
        switch (event) {
            case EngineEvent.RunChanged(var _, Run after, var _) -> {
                if (after.machine().startsWith(CONTROLLED)) changed.add(after.key());
            }
            case EngineEvent.StoreFailed(String problem) -> {
                say("store failed", "the manager stops: " + problem);
                shell.shutdown.request(ExitCode.STORE);
            }
            case EngineEvent.StoreUnavailable(String problem) ->
                    say("store unavailable", "the store is unavailable: " + problem);
            case EngineEvent.StoreRecovered() ->
                    say("store recovered", "the store is available again");
            case EngineEvent.LeaseLost(long epoch, String problem) ->
                    say(
                            "lost lease",
                            "lost the lease of epoch %d of the store: %s; joining again"
                                    .formatted(epoch, problem));
            case EngineEvent.BodyStuck stuck ->
                    say(
                            "stuck",
                            "the decision of run %s ignores the request to stop"
                                    .formatted(stuck.run()));
            case EngineEvent.TaskFailed(String task, String problem) ->
                    say("task failed", "task %s failed: %s".formatted(task, problem));
            case EngineEvent.Joined _,
                    EngineEvent.TakenOver _,
                    EngineEvent.Resumed _,
                    EngineEvent.FiresDropped _,
                    EngineEvent.EventUndelivered _,
                    EngineEvent.LeaseDropped _,
                    EngineEvent.LimitsOverridden _,
                    EngineEvent.AttemptStarted _,
                    EngineEvent.AttemptEnded _ -> {}
        }
    }

    /// Prints what has changed since the last call.
    ///
    /// @param leader the name of another process that leads; empty if none does
    public void update(Classes classes, Supplier<String> leader) {
        boolean isActive = classes.isActive();
        List<String> missing = classes.lostSources();
        if (!leads.equals(Optional.of(isActive)) && (isActive || missing.isEmpty())) {
            String other = isActive ? "" : leader.get();
            if (isActive) say("leading", "leading: this manager controls the classes");
            else if (!other.isEmpty()) say("standby", "standby: %s leads".formatted(other));
            // Without a leader, this process is about to become one.
            if (isActive || !other.isEmpty()) leads = Optional.of(isActive);
        }
        List<String> unreachable =
                missing.stream().filter(each -> !each.endsWith(NOT_LISTED)).toList();
        if (!unreachable.equals(lost)) {
            lost = unreachable;
            if (unreachable.isEmpty()) say("observing", "observing all of the cluster again");
            else say("unreachable", "cannot observe " + String.join("; ", unreachable));
        }
        for (String key : Set.copyOf(changed)) {
            changed.remove(key);
            show(classes.controller().log(), ObjectKey.parse(key));
        }
    }

    /// Prints every decision of this process, also those between two calls.
    private void show(ControllerLog log, ObjectKey key) {
        Optional<ObjectRow> row = log.object(key);
        if (row.isEmpty()) {
            if (shown.remove(key) != null) say("class", key + " gone");
            return;
        }
        for (DecisionRow each : log.decisions(key)) {
            Shown before = shown.getOrDefault(key, Shown.NOTHING);
            if (each.number() <= before.number() || each.at().isBefore(started)) continue;
            String message = DecisionLines.message(each);
            String text = message.isEmpty() ? each.summary() : each.summary() + ": " + message;
            if (!text.equals(before.text())) say("class", key + " " + text);
            shown.put(key, new Shown(each.number(), text, before.problem()));
        }
        Shown last = shown.getOrDefault(key, Shown.NOTHING);
        String problem = row.get().problem() == null ? "" : row.get().problem();
        if (!problem.isEmpty() && !last.problem()) say("problem", key + " " + problem);
        shown.put(key, new Shown(last.number(), last.text(), !problem.isEmpty()));
    }

    /// What was printed last about a class.
    private record Shown(long number, String text, boolean problem) {
        static final Shown NOTHING = new Shown(0, "", false);
    }
}
