package dev.pawl.engine.internal.decision;

import dev.pawl.engine.Command;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.run.Failure;
import dev.pawl.run.Links;
import dev.pawl.run.Message;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The words on the left of a [DecisionTable], and what each of them means.
///
/// Outcomes are called as the methods of [Attempt], orders as the commands of `pawl run`.
final class DecisionInputs {
    private DecisionInputs() {}

    static Input input(String what, DecisionTable table) {
        String[] words = what.split(" +", -1);
        String first = words[0];
        String second = words.length > 1 ? words[1] : "";
        if (isTime(what) || first.equals("due")) return new Input.Due(table.now());
        if (isOutcome(first)) return answered(words, table);
        return switch (first) {
            case "throw" -> new Input.Threw(failure("broken"), Input.Severity.RETRY);
            case "bug" -> new Input.Threw(failure("null"), Input.Severity.BUG);
            case "throw-abort" -> new Input.Threw(failure("no"), Input.Severity.ABORT);
            case "throw-fail" -> new Input.Threw(failure("no"), Input.Severity.FAIL);
            case "timeout" -> new Input.TimedOut(failure("too long"));
            case "revoke" -> new Input.Revoked("pool");
            case "follow" -> new Input.Followable(launches(Integer.parseInt(second), false));
            case "memo" -> new Input.Recorded(second, Payload.of(second));
            case "admit" -> new Input.Admitted();
            case "grant" -> table.granted();
            case "event" -> new Input.Received(message(table, Message.Kind.EVENT, second, "{}"));
            case "known-event" ->
                    new Input.Received(message(table, Message.Kind.EVENT, second, "{}"), true);
            case "offer" -> new Input.Offered(message(table, Message.Kind.EVENT, second, "{}"));
            case "sent" -> new Input.Delivered(message(table, Message.Kind.EVENT, second, "{}"));
            case "child" -> delivered(table, Message.Kind.CHILD_ENDED, words[2], second);
            case "before" -> delivered(table, Message.Kind.PREDECESSOR_ENDED, words[2], second);
            case "left" -> delivered(table, Message.Kind.PREDECESSOR_LEFT, id(words[2]), second);
            case "learns-left" -> new Input.Behind(id(second), id(words[2]));
            case "learns" ->
                    new Input.Learnt(
                            message(table, Message.Kind.PREDECESSOR_ENDED, words[2], id(second)));
            case "parent-ended" -> delivered(table, Message.Kind.PARENT_ENDED, id("9"), "9");
            case "followed" -> new Input.Followed(id("8"), false);
            case "child-started" ->
                    new Input.ChildStarted(launch(DecisionTable.id("7"), DecisionTable.ID));
            case "crash" -> new Input.Reclaimed(true);
            case "close" -> new Input.Reclaimed(false);
            case "adopt" -> new Input.Adopted();
            case "park" -> new Input.Park("no machine");
            case "unpark" -> new Input.Unpark();
            default -> new Input.Ordered(command(first, second), "ana", "because");
        };
    }

    /// Returns whether an attempt has a method of this name that returns an outcome.
    private static boolean isOutcome(String word) {
        return Arrays.stream(Attempt.class.getMethods())
                .filter(method -> method.getReturnType() == Outcome.class)
                .anyMatch(method -> method.getName().equals(word));
    }

    private static Command command(String first, String second) {
        return switch (first) {
            case "pause" -> new Command.Pause();
            case "resume" -> new Command.Resume();
            case "cancel" -> new Command.Cancel();
            case "retry" -> new Command.RetryNow();
            case "goto" -> new Command.GoTo(second);
            case "skip" -> new Command.Skip();
            default -> throw new IllegalArgumentException("no such word: " + first);
        };
    }

    /// `next children=2 response=x note=y wake=5s send=7`.
    private static Input answered(String[] words, DecisionTable table) {
        int children = 0;
        Payload response = table.run().data().response();
        Payload context = null;
        Instant wake = null;
        List<Message> messages = new ArrayList<>();
        String target = "";
        for (int i = 1; i < words.length; i++) {
            String value = words[i].substring(words[i].indexOf('=') + 1);
            if (words[i].startsWith("children=")) children = Integer.parseInt(value);
            else if (words[i].startsWith("response=")) response = Payload.of(value);
            else if (words[i].startsWith("note=")) context = Payload.of(value);
            else if (words[i].startsWith("wake=")) wake = table.now().plus(duration(value));
            else if (words[i].startsWith("send=")) {
                messages.add(
                        new Message(
                                table.nextId(),
                                DecisionTable.id(value),
                                Message.Kind.EVENT,
                                "Go",
                                Payload.empty(),
                                table.now()));
            } else target = words[i];
        }
        var extras = new Outcome.Extras(null, List.of(), List.of(), List.of(), List.of(), wake);
        return new Input.Answered(
                outcome(words[0], target, extras),
                response,
                context,
                messages,
                List.of(),
                launches(children, true));
    }

    private static Outcome<Payload> outcome(String verb, String target, Outcome.Extras extras) {
        Duration delay = isTime(target) ? duration(target) : Duration.ZERO;
        return switch (verb) {
            case "next" -> new Outcome.Next<>(null, extras);
            case "finish" -> new Outcome.Finish<>(Payload.empty(), extras);
            case "goTo" -> new Outcome.GoTo<>(target, null, extras);
            case "repeatWith" -> new Outcome.Repeat<>(delay, extras);
            case "waitAndRepeat" -> new Outcome.WaitAndRepeat<>(delay, "the gate is shut", extras);
            case "retryAfter" -> new Outcome.RetryAfter<>(delay, "busy", extras);
            case "abort" -> new Outcome.Abort<>("unsafe", extras);
            case "fail" -> new Outcome.Fail<>("damaged", extras);
            case "executeBody" -> new Outcome.ExecuteBody<>(extras);
            default -> throw new IllegalArgumentException("no such outcome: " + verb);
        };
    }

    private static List<Launch> launches(int count, boolean children) {
        List<Launch> launches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RunId parent = children ? DecisionTable.ID : null;
            launches.add(launch(new RunId((children ? 2_000 : 3_000) + i), parent));
        }
        return launches;
    }

    private static Launch launch(RunId id, @Nullable RunId parent) {
        Origin origin =
                new Origin(
                        Samples.CHAIN.ref(),
                        null,
                        Payload.of("{}"),
                        new Links(parent, null, null, null),
                        parent == null ? null : new QueuePlace("q", 0),
                        null,
                        Map.of());
        return new Launch(id, Samples.CHAIN, origin, new Start.Times(Duration.ZERO, null));
    }

    private static Input delivered(DecisionTable table, Message.Kind kind, String name, String id) {
        return new Input.Delivered(message(table, kind, name, id(id)));
    }

    private static Message message(
            DecisionTable table, Message.Kind kind, String name, String body) {
        return new Message(
                table.nextId(), DecisionTable.ID, kind, name, Payload.of(body), table.now());
    }

    private static Failure failure(String message) {
        return Failure.of("Broken", message);
    }

    private static String id(String digits) {
        return DecisionTable.id(digits).toString();
    }

    static boolean isTime(String what) {
        return what.matches("-?[0-9.]+(ms|s|m|h|d)");
    }

    static Duration duration(String text) {
        if (text.endsWith("ms"))
            return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
        if (text.endsWith("d"))
            return Duration.ofDays(Long.parseLong(text.substring(0, text.length() - 1)));
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }

    static String text(Duration time) {
        return time.toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
