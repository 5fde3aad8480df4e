package dev.pawl.testkit;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Operators;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Why;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Payload;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Plays a [Script] line by line and stops at the first line that is not as expected.
final class ScriptPlayer {
    private static final Operators.By BY = new Operators.By("script", "as the script says");

    private final SimEngine sim;
    private final List<Machine<?, ?>> machines;
    private final List<Script.Ask> asks;
    private final Map<String, RunId> runs = new HashMap<>();
    private final List<String> expected = new ArrayList<>();
    private String last = "";

    ScriptPlayer(SimEngine sim, List<Machine<?, ?>> machines, List<Script.Ask> asks) {
        this.sim = sim;
        this.machines = machines;
        this.asks = asks;
    }

    void play(String text) {
        sim.open();
        sim.settle();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#")) continue;
            String found = play(ScriptParser.parse(line));
            sim.settle();
            if (!found.isEmpty()) throw different(line, found);
            expected.add(line);
        }
        if (!asks.isEmpty()) throw different("(the end)", "asks: " + text(asks));
        List<String> faults = sim.store().verify();
        if (!faults.isEmpty()) throw different("(a consistent store)", String.join("; ", faults));
        sim.close();
    }

    /// Plays a line and returns what was found instead, or "" if it is as expected.
    private String play(ScriptLine line) {
        return switch (line) {
            case ScriptLine.Answer answer -> answer(answer);
            case ScriptLine.Start start ->
                    perform(start.isRefused(), engine -> start(engine, start));
            case ScriptLine.Crash() -> {
                sim.crash();
                asks.clear();
                sim.open();
                yield "";
            }
            case ScriptLine.Close() -> {
                sim.close();
                asks.clear();
                sim.open();
                yield "";
            }
            case ScriptLine.Wait(var time) -> {
                sim.pass(time);
                yield "";
            }
            case ScriptLine.Send(var event, var key, var refused) ->
                    perform(refused, engine -> engine.send(id(key), event, Payload.of("{}")));
            case ScriptLine.Order(var command, var key, var refused) ->
                    perform(refused, engine -> engine.operators().order(id(key), command, BY));
            case ScriptLine.Queue(var name, var word) ->
                    perform(false, engine -> queue(engine, name, word));
            case ScriptLine.Is is -> is(is);
            case ScriptLine.Says(var key, var response) -> {
                String found = response(run(key));
                yield found.equals(response) ? "" : "says " + found;
            }
            case ScriptLine.HasCause(var key, var kind) -> why(key, kind);
            case ScriptLine.Executing(var keys) -> {
                List<String> found = asks.stream().map(ask -> ask.attempt.key()).sorted().toList();
                List<String> wanted = keys.stream().sorted().toList();
                yield found.equals(wanted) ? "" : "executing " + String.join(" ", found);
            }
        };
    }

    private String answer(ScriptLine.Answer line) {
        Optional<Script.Ask> asking = asks.stream().filter(ask -> matches(line, ask)).findFirst();
        if (asking.isEmpty()) return situation();
        Script.Ask ask = asking.get();
        ask.outcome = line.outcome();
        asks.remove(ask);
        sim.host().raise(ask.answered);
        return "";
    }

    private static boolean matches(ScriptLine.Answer line, Script.Ask ask) {
        return ask.state.equals(line.state())
                && (line.key() == null || line.key().equals(ask.attempt.key()))
                && (line.number() == 0 || line.number() == ask.attempt.number())
                && (line.replay() == null || line.replay() == ask.attempt.replay());
    }

    private String perform(boolean refused, SimEngine.Action<RuntimeException> action) {
        try {
            sim.perform(action);
            return refused ? "it was not refused" : "";
        } catch (Refused e) {
            return refused ? "" : "refused: " + e.getMessage();
        }
    }

    private void start(Engine engine, ScriptLine.Start line) {
        Map<String, String> options = new HashMap<>(line.options());
        Start<String> start = machine(options.remove("machine")).start(line.key()).key(line.key());
        String priority = options.remove("priority");
        String on = options.remove("on");
        for (var option : options.entrySet()) {
            String value = option.getValue();
            start =
                    switch (option.getKey()) {
                        case "queue" ->
                                start.queue(
                                        value, priority == null ? 0 : Integer.parseInt(priority));
                        case "delay" -> start.delay(ScriptParser.time(value));
                        case "deadline" -> start.deadline(ScriptParser.time(value));
                        case "after" ->
                                start.after(
                                        id(value),
                                        on == null
                                                ? Predecessor.On.SUCCESS
                                                : Predecessor.On.valueOf(on));
                        case "parent" -> start.parent(id(value));
                        case "unique" -> start.unique(Uniqueness.valueOf(value));
                        default ->
                                throw new IllegalArgumentException(
                                        "a start has no option " + option.getKey());
                    };
        }
        runs.put(line.key(), engine.start(start));
        last = line.key();
    }

    @SuppressWarnings("unchecked") // a script's machines take and give text
    private Machine<String, String> machine(@Nullable String name) {
        Machine<?, ?> found =
                machines.stream()
                        .filter(machine -> name == null || machine.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("no machine " + name));
        return (Machine<String, String>) found;
    }

    private static void queue(Engine engine, String name, String word) {
        switch (word) {
            case "pause" -> engine.queues().pause(name, true);
            case "resume" -> engine.queues().pause(name, false);
            default -> engine.queues().resize(name, Integer.parseInt(word));
        }
    }

    private String is(ScriptLine.Is line) {
        Run run = run(line.key());
        boolean same =
                run.status() == line.status()
                        && (line.state() == null || line.state().equals(run.state()));
        return same ? "" : situation(run);
    }

    private String why(@Nullable String key, Why.Cause.Kind kind) {
        Why why = sim.call(engine -> engine.why(id(key)));
        boolean named = why.causes().stream().anyMatch(cause -> cause.kind() == kind);
        return named ? "" : why.text();
    }

    private RunId id(@Nullable String key) {
        RunId id = runs.get(key == null ? last : key);
        if (id == null) throw new IllegalArgumentException("the script has started no run " + key);
        return id;
    }

    private Run run(@Nullable String key) {
        return sim.engine().run(id(key));
    }

    private static String response(Run run) {
        Payload response = run.data().response();
        if (response == null) return "nothing";
        return response.text().replaceAll("^\"|\"$", "");
    }

    private String situation() {
        if (!asks.isEmpty()) return "asks: " + text(asks);
        List<String> all = new ArrayList<>();
        for (String key : new TreeSet<>(runs.keySet())) all.add(key + " " + situation(run(key)));
        return "no body asks; " + String.join(", ", all);
    }

    private static String situation(Run run) {
        return "is %s in %s".formatted(run.status(), run.state());
    }

    private static String text(List<Script.Ask> asks) {
        return String.join(", ", asks.stream().map(Script.Ask::toString).toList());
    }

    private AssertionError different(String line, String found) {
        int width = Math.max(line.length(), 8);
        for (String before : expected) width = Math.max(width, before.length());
        String row = "  %-" + width + "s | %s%n";
        StringBuilder table = new StringBuilder("the script failed at its last line, seed ");
        table.append(sim.host().seed()).append('\n').append(row.formatted("expected", "found"));
        for (String before : expected) table.append(row.formatted(before, before));
        table.append(row.formatted(line, found));
        return new AssertionError(table.toString());
    }
}
