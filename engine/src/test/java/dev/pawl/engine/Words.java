package dev.pawl.engine;

import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.run.Failure;
import dev.pawl.run.Lane;
import dev.pawl.run.Links;
import dev.pawl.run.Mail;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The words that a [Script] is written in, and what each of them means.
final class Words {
    private Words() {}

    static Input input(String what, Script script) {
        String[] words = what.split(" +", -1);
        String first = words[0];
        String second = words.length > 1 ? words[1] : "";
        if (isTime(what) || first.equals("due")) return new Input.Due(script.now());
        return switch (first) {
            case "next", "finish", "goto", "again", "later", "retry", "abort", "fail", "redo" ->
                    answered(words, script);
            case "throw" -> new Input.Threw(failure("broken"), Input.Severity.RETRY);
            case "bug" -> new Input.Threw(failure("null"), Input.Severity.BUG);
            case "throw-abort" -> new Input.Threw(failure("no"), Input.Severity.ABORT);
            case "throw-fail" -> new Input.Threw(failure("no"), Input.Severity.FAIL);
            case "timeout" -> new Input.TimedOut(failure("too long"));
            case "revoke" -> new Input.Revoked("pool");
            case "follow" -> new Input.Followable(launches(Integer.parseInt(second), false));
            case "memo" -> new Input.Recorded(second, Payload.of(second));
            case "admit" -> new Input.Admitted();
            case "grant" -> script.granted();
            case "event" -> new Input.Received(mail(script, Mail.Kind.EVENT, second, "{}"));
            case "known-event" ->
                    new Input.Received(mail(script, Mail.Kind.EVENT, second, "{}"), true);
            case "offer" -> new Input.Offered(mail(script, Mail.Kind.EVENT, second, "{}"));
            case "sent" -> new Input.Told(mail(script, Mail.Kind.EVENT, second, "{}"));
            case "child" -> told(script, Mail.Kind.CHILD_ENDED, words[2], second);
            case "before" -> told(script, Mail.Kind.PREDECESSOR_ENDED, words[2], second);
            case "left" -> told(script, Mail.Kind.PREDECESSOR_LEFT, id(words[2]), second);
            case "learns-left" -> new Input.Behind(id(second), id(words[2]));
            case "learns" ->
                    new Input.Learnt(
                            mail(script, Mail.Kind.PREDECESSOR_ENDED, words[2], id(second)));
            case "parent-ended" -> told(script, Mail.Kind.PARENT_ENDED, id("9"), "9");
            case "followed" -> new Input.Followed(id("8"), false);
            case "child-started" -> new Input.ChildStarted(id("7"));
            case "crash" -> new Input.Reclaimed(true);
            case "close" -> new Input.Reclaimed(false);
            case "adopt" -> new Input.Adopted();
            case "park" -> new Input.Park("no machine");
            case "unpark" -> new Input.Unpark();
            default -> new Input.Ordered(command(first, second), "ana", "because");
        };
    }

    private static Command command(String first, String second) {
        return switch (first) {
            case "pause" -> new Command.Pause();
            case "resume" -> new Command.Resume();
            case "cancel" -> new Command.Cancel();
            case "retry-now" -> new Command.RetryNow();
            case "go-to" -> new Command.GoTo(second);
            case "skip" -> new Command.Skip();
            default -> throw new IllegalArgumentException("no such word: " + first);
        };
    }

    /// `next children=2 response=x note=y wake=5s send=7`.
    private static Input answered(String[] words, Script script) {
        int children = 0;
        Payload response = script.run().data().response();
        Payload context = null;
        Instant wake = null;
        List<Mail> mails = new ArrayList<>();
        String target = "";
        for (int i = 1; i < words.length; i++) {
            String value = words[i].substring(words[i].indexOf('=') + 1);
            if (words[i].startsWith("children=")) children = Integer.parseInt(value);
            else if (words[i].startsWith("response=")) response = Payload.of(value);
            else if (words[i].startsWith("note=")) context = Payload.of(value);
            else if (words[i].startsWith("wake=")) wake = script.now().plus(duration(value));
            else if (words[i].startsWith("send=")) {
                mails.add(
                        new Mail(
                                script.nextId(),
                                Script.id(value),
                                Mail.Kind.EVENT,
                                "Go",
                                Payload.empty(),
                                script.now()));
            } else target = words[i];
        }
        var extras = new Outcome.Extras(null, List.of(), List.of(), List.of(), wake);
        return new Input.Answered(
                outcome(words[0], target, extras),
                response,
                context,
                mails,
                List.of(),
                launches(children, true));
    }

    private static Outcome<Payload> outcome(String verb, String target, Outcome.Extras extras) {
        Duration delay = isTime(target) ? duration(target) : Duration.ZERO;
        return switch (verb) {
            case "next" -> new Outcome.Next<>(null, extras);
            case "finish" -> new Outcome.Finish<>(Payload.empty(), extras);
            case "goto" -> new Outcome.GoTo<>(target, null, extras);
            case "again" -> new Outcome.Again<>(delay, extras);
            case "later" -> new Outcome.Later<>(delay, "the gate is shut", extras);
            case "retry" -> new Outcome.RetryAfter<>(delay, "busy", extras);
            case "abort" -> new Outcome.Abort<>("unsafe", extras);
            case "fail" -> new Outcome.Fail<>("damaged", extras);
            case "redo" -> new Outcome.Redo<>(extras);
            default -> throw new IllegalArgumentException("no such outcome: " + verb);
        };
    }

    private static List<Launch> launches(int count, boolean children) {
        List<Launch> launches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RunId parent = children ? Script.ID : null;
            Origin origin =
                    new Origin(
                            Samples.CHAIN.ref(),
                            null,
                            Payload.of("{}"),
                            new Links(parent, null, null, null),
                            children ? new Lane("q", 0) : null,
                            null,
                            Map.of());
            RunId id = new RunId((children ? 2_000 : 3_000) + i);
            launches.add(
                    new Launch(id, Samples.CHAIN, origin, new Start.Times(Duration.ZERO, null)));
        }
        return launches;
    }

    private static Input told(Script script, Mail.Kind kind, String name, String id) {
        return new Input.Told(mail(script, kind, name, id(id)));
    }

    private static Mail mail(Script script, Mail.Kind kind, String name, String body) {
        return new Mail(script.nextId(), Script.ID, kind, name, Payload.of(body), script.now());
    }

    private static Failure failure(String message) {
        return Failure.of("Broken", message);
    }

    private static String id(String digits) {
        return Script.id(digits).toString();
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
