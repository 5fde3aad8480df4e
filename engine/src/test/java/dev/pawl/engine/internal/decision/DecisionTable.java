package dev.pawl.engine.internal.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Refused;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Start;
import dev.pawl.run.Condition;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Links;
import dev.pawl.run.Message;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Predecessor;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The decisions about one run as a table: on the left the input, on the right the run after it.
///
/// ```
/// start        -> RUNNING a#1 STARTED go:FIRST
/// throw        -> BACKING_OFF a#1 ATTEMPT_FAILED timer:1s
/// 1s           -> RUNNING a#2 RETRIED go:RETRY
/// cancel       -> RUNNING a#2 CANCEL_REQUESTED ending:CANCELLED stop
/// pause        -> refused: about to end
/// ```
///
/// The right side is everything that [#show] prints, `same` if nothing changes, or a part of a
/// refusal. The words on the left are those of the test kit's scripts, and [DecisionInputs] has
/// more; `offline` before them says that no engine is open. After each line the [Invariants] hold.
public final class DecisionTable {
    static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    static final RunId ID = new RunId(1_000);
    static final String OFFLINE = "offline ";

    private Definition definition;
    private Instant now = START;
    private Run run;
    private Decision last;
    private long ids = 10_000;
    private double random = 0.5;
    private List<RunId> children = List.of();
    private List<RunId> followers = List.of();
    private boolean attended = true;

    private DecisionTable(Definition definition) {
        this.definition = definition;
        Origin origin = origin(definition, "start");
        run =
                new Run(
                        ID,
                        origin,
                        Condition.of(RunStatus.DELAYED, "nowhere"),
                        dev.pawl.run.Progress.none(START),
                        dev.pawl.run.Data.NONE,
                        dev.pawl.run.Timing.created(START, null),
                        0);
        last = new Decision(run, List.of(), List.of(), List.of(), List.of(), null, false, false);
    }

    static DecisionTable of(Definition definition) {
        return new DecisionTable(definition);
    }

    /// Returns a run about which nothing matters.
    public static Run any() {
        return of(Samples.CHAIN).run;
    }

    /// Plays all lines and compares.
    static DecisionTable play(Definition definition, String lines) {
        return of(definition).then(lines);
    }

    /// Returns that the permits are there which the run waits for.
    Input.Granted granted() {
        PermitNeed need = run.condition().permits();
        return Input.Granted.of(run.id(), need == null ? new PermitNeed("pool", 1) : need);
    }

    DecisionTable then(String lines) {
        for (String line : lines.lines().filter(l -> !l.isBlank()).toList()) {
            String[] sides = line.split("->", 2);
            String what = sides[0].strip();
            String expected = sides.length == 1 ? null : sides[1].strip().replaceAll(" +", " ");
            line(line.strip(), what, expected);
        }
        return this;
    }

    private void line(String line, String what, String expected) {
        Run before = run;
        try {
            happens(what);
        } catch (Refused e) {
            assertThat(expected).as(line + " (" + e.getMessage() + ")").startsWith("refused: ");
            assertThat(e).as(line).hasMessageContaining(expected.substring("refused: ".length()));
            return;
        }
        boolean same = !last.changes() && run.equals(before);
        if (expected != null) {
            assertThat(same ? "same" : show()).as(line).isEqualTo(expected);
        }
    }

    /// Lets the words on the left happen.
    Decision happens(String line) {
        attended = !line.startsWith(OFFLINE);
        String what = attended ? line : line.substring(OFFLINE.length());
        if (what.startsWith("start")) {
            last = Decide.start(launch(what), moment());
            Invariants.check(null, last);
        } else {
            if (what.startsWith("adopt ")) {
                definition = Evolutions.of(definition, what.substring("adopt ".length()));
            }
            if (DecisionInputs.isTime(what)) now = now.plus(DecisionInputs.duration(what));
            Input input = DecisionInputs.input(what, this);
            Run before = run;
            last = Decide.decide(definition, run, input, moment());
            Invariants.check(before, last);
        }
        run = last.run();
        return last;
    }

    /// Returns what the last decision came to, on one line.
    String show() {
        List<String> parts = new ArrayList<>();
        int attempt = run.progress().attempt();
        parts.add(run.status().name());
        parts.add(run.state() + (attempt == 0 ? "" : "#" + attempt));
        if (!last.entries().isEmpty()) {
            parts.add(
                    last.entries().stream()
                            .map(HistoryEntry::kind)
                            .map(Enum::name)
                            .collect(Collectors.joining(",")));
        }
        condition(parts);
        Instant timer = run.timing().timer();
        if (timer != null) parts.add("timer:" + DecisionInputs.text(Duration.between(now, timer)));
        if (last.execute() != null) parts.add("go:" + last.execute());
        if (last.interrupt()) parts.add("stop");
        for (Decision other : last.others()) {
            parts.add("created:" + other.run().id().value() + ":" + other.run().status());
        }
        for (Message message : last.sent()) {
            String name = message.kind() == Message.Kind.PARENT_ENDED ? "" : ":" + message.name();
            parts.add("sends:" + message.to().value() + ":" + message.kind() + name);
        }
        return String.join(" ", parts);
    }

    private void condition(List<String> parts) {
        Condition condition = run.condition();
        boolean held = run.status() == RunStatus.PAUSED || run.status() == RunStatus.PARKED;
        if (held) parts.add("held:" + condition.held());
        if (condition.pausing()) parts.add("pausing");
        if (condition.ending() != null && !run.status().isEnd()) {
            parts.add("ending:" + condition.ending().status());
        }
    }

    DecisionTable withRandom(double value) {
        random = value;
        return this;
    }

    DecisionTable withRelatives(List<RunId> liveChildren, List<RunId> liveFollowers) {
        children = liveChildren;
        followers = liveFollowers;
        return this;
    }

    Run run() {
        return run;
    }

    Decision last() {
        return last;
    }

    Instant now() {
        return now;
    }

    Definition definition() {
        return definition;
    }

    long nextId() {
        return ids++;
    }

    private DecisionContext moment() {
        return new DecisionContext(now, random, this::nextId, children, followers, attended);
    }

    /// Returns a start by words such as `start delay=5s after=7:SUCCESS behind=8 queue parent=9`.
    private Launch launch(String what) {
        Duration delay = Duration.ZERO;
        Duration deadline = null;
        for (String word : what.split(" +", -1)) {
            if (word.startsWith("delay=")) delay = DecisionInputs.duration(word.substring(6));
            if (word.startsWith("deadline=")) deadline = DecisionInputs.duration(word.substring(9));
        }
        return new Launch(
                ID, definition, origin(definition, what), new Start.Times(delay, deadline));
    }

    private static Origin origin(Definition definition, String what) {
        RunId parent = null;
        Predecessor after = null;
        Links links = Links.NONE;
        QueuePlace lane = null;
        for (String word : what.split(" +", -1)) {
            String value = word.substring(word.indexOf('=') + 1);
            if (word.startsWith("parent=")) parent = id(value);
            if (word.startsWith("behind=")) links = links.withBehind(id(value));
            if (word.equals("queue")) lane = new QueuePlace("q", 0);
            if (word.startsWith("after=")) {
                String[] parts = value.split(":", -1);
                after = new Predecessor(id(parts[0]), Predecessor.On.valueOf(parts[1]));
            }
        }
        links = new Links(parent, after, links.behind(), null);
        return new Origin(definition.ref(), null, Payload.of("{}"), links, lane, null, Map.of());
    }

    static RunId id(String digits) {
        return new RunId(Long.parseLong(digits));
    }
}
