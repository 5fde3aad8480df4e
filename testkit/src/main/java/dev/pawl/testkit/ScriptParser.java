package dev.pawl.testkit;

import dev.pawl.engine.Command;
import dev.pawl.engine.Why;
import dev.pawl.machine.Attempt;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses the lines of a [Script].
final class ScriptParser {
    /// The outcomes of an attempt by the names of its methods, and two ways to throw.
    static final Set<String> OUTCOMES =
            Set.of(
                    "next",
                    "finish",
                    "goTo",
                    "repeatWith",
                    "waitAndRepeat",
                    "retryAfter",
                    "executeBody",
                    "abort",
                    "fail",
                    "throw",
                    "bug");

    private static final Pattern TIME = Pattern.compile("(\\d+)(ms|s|m|h|d)");
    private static final String ARROW = "->";
    private static final String REFUSED = "refused";

    private ScriptParser() {}

    /// Returns the meaning of a line.
    static ScriptLine parse(String line) {
        int arrow = line.indexOf(ARROW);
        if (arrow >= 0) {
            return answer(words(line.substring(0, arrow)), line.substring(arrow + 2).strip());
        }
        List<String> words = new ArrayList<>(words(line));
        boolean refused = words.getLast().equals(REFUSED);
        if (refused) words.removeLast();
        return switch (words.getFirst()) {
            case "start" -> start(words, refused);
            case "crash" -> new ScriptLine.Crash();
            case "close" -> new ScriptLine.Close();
            case "wait" -> new ScriptLine.Wait(time(words.get(1)));
            case "send" -> new ScriptLine.Send(words.get(1), word(words, 2), refused);
            case "goto" -> {
                Command command = new Command.GoTo(words.get(1));
                yield new ScriptLine.Order(command, word(words, 2), refused);
            }
            case "pause", "resume", "cancel", "retry", "skip" ->
                    new ScriptLine.Order(command(words.getFirst()), word(words, 1), refused);
            case "queue" -> new ScriptLine.Queue(words.get(1), words.get(2));
            case "executing" -> new ScriptLine.Executing(words.subList(1, words.size()));
            default -> expectation(words);
        };
    }

    private static ScriptLine answer(List<String> words, String outcome) {
        if (!OUTCOMES.contains(words(outcome).getFirst())) {
            throw new IllegalArgumentException(
                    "a script has no outcome '%s'; see the documentation of Script"
                            .formatted(outcome));
        }
        List<String> names = new ArrayList<>();
        int number = 0;
        Attempt.Replay replay = null;
        for (String word : words) {
            if (word.startsWith("#")) number = Integer.parseInt(word.substring(1));
            else if (isReplay(word)) replay = Attempt.Replay.valueOf(word);
            else names.add(word);
        }
        String key = names.size() > 1 ? names.getFirst() : null;
        return new ScriptLine.Answer(key, names.getLast(), number, replay, outcome);
    }

    private static boolean isReplay(String word) {
        return word.equals("FIRST") || word.equals("RETRY") || word.equals("CRASH");
    }

    private static ScriptLine start(List<String> words, boolean refused) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 2; i + 1 < words.size(); i += 2) options.put(words.get(i), words.get(i + 1));
        return new ScriptLine.Start(words.get(1), options, refused);
    }

    private static Command command(String word) {
        return switch (word) {
            case "pause" -> new Command.Pause();
            case "resume" -> new Command.Resume();
            case "cancel" -> new Command.Cancel();
            case "retry" -> new Command.RetryNow();
            case "skip" -> new Command.Skip();
            default -> throw new IllegalArgumentException("not an operator's command: " + word);
        };
    }

    /// Reads `[KEY] is STATUS [in STATE]`, `[KEY] why KIND` and `[KEY] says RESPONSE`.
    private static ScriptLine expectation(List<String> words) {
        for (int i = 0; i < Math.min(2, words.size() - 1); i++) {
            String key = i == 0 ? null : words.getFirst();
            String next = words.get(i + 1);
            switch (words.get(i)) {
                case "is" -> {
                    return new ScriptLine.Is(key, RunStatus.valueOf(next), word(words, i + 3));
                }
                case "why" -> {
                    return new ScriptLine.HasCause(key, Why.Cause.Kind.valueOf(next));
                }
                case "says" -> {
                    String rest = String.join(" ", words.subList(i + 1, words.size()));
                    return new ScriptLine.Says(key, rest);
                }
                default -> {}
            }
        }
        throw new IllegalArgumentException(
                "a script has no line like '%s'; see the documentation of Script"
                        .formatted(String.join(" ", words)));
    }

    /// Returns a time such as `100ms`, `5s`, `10m`, `2h` or `1d`.
    static Duration time(String word) {
        Matcher matcher = TIME.matcher(word.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "expected a time such as 100ms, 5s or 2h, found '%s'".formatted(word));
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s+"));
    }

    private static @Nullable String word(List<String> words, int index) {
        return index < words.size() ? words.get(index) : null;
    }
}
