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

    private final Shell shell;
    private final Set<String> changed = ConcurrentHashMap.newKeySet();
    private final Map<String, String> shown = new HashMap<>();
    private Optional<Boolean> leads = Optional.empty();
    private List<String> lost = List.of();

    public ManagerLog(Shell shell) {
        this.shell = shell;
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
            default -> {
                // Runs of a controller are seen as changes of its objects.
            }
        }
    }

    /// Prints what has changed since the last call.
    ///
    /// @param leader the name of the process that leads
    public void update(Classes classes, Supplier<String> leader) {
        boolean isActive = classes.isActive();
        List<String> missing = classes.lostSources();
        if (!leads.equals(Optional.of(isActive)) && (isActive || missing.isEmpty())) {
            leads = Optional.of(isActive);
            if (isActive) say("leading", "leading: this manager controls the classes");
            else say("standby", "standby: another manager leads%s".formatted(leader.get()));
        }
        if (!missing.equals(lost)) {
            lost = missing;
            if (missing.isEmpty()) say("observing", "observing the cluster");
            else say("unreachable", "cannot observe " + String.join("; ", missing));
        }
        for (String key : Set.copyOf(changed)) {
            changed.remove(key);
            show(classes.controller().log(), ObjectKey.parse(key));
        }
    }

    private void show(ControllerLog log, ObjectKey key) {
        Optional<ObjectRow> row = log.object(key);
        String text = row.map(each -> text(log, each)).orElse("gone");
        String before =
                row.isEmpty() ? shown.remove(key.toString()) : shown.put(key.toString(), text);
        if (!text.equals(before)) say("class", key + " " + text);
    }

    private static String text(ControllerLog log, ObjectRow row) {
        List<DecisionRow> decisions = log.decisions(row.key());
        String message = decisions.isEmpty() ? "" : DecisionLines.message(decisions.getLast());
        String phase = row.summary();
        if (row.problem() != null) return "%s; %s".formatted(phase, row.problem());
        return message.isEmpty() ? phase : "%s: %s".formatted(phase, message);
    }
}
