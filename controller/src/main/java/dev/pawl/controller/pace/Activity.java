package dev.pawl.controller.pace;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The last decisions about an object: recognises hot loops and flapping.
///
/// An object whose every evaluation decides something is slowed down, more with each decision,
/// until one evaluation decides nothing or the object has a new generation.
///
/// @param decisions how many decisions there were
/// @param recent the last ones, oldest first
/// @param slowed how many decisions were made while it is slowed down
/// @param slowedUntil when the next evaluation is due, if it is slowed down
/// @param remark what is remarkable, for people
public record Activity(
        long decisions,
        List<Mark> recent,
        int slowed,
        @Nullable Instant slowedUntil,
        @Nullable String remark) {
    /// No decision yet.
    public static final Activity NONE = new Activity(0, List.of(), 0, null, null);

    /// The longest cycle that is recognised: to break, to recover and to be well again is three.
    private static final int PERIOD_MAX = 3;

    private static final String HASTY = "asks again and again to be evaluated at once";

    public Activity {
        recent = List.copyOf(recent);
    }

    /// Returns the activity after one more decision.
    public Activity decided(Mark mark, boolean isNewGeneration, HotLoopLimit limit) {
        List<Mark> marks = new ArrayList<>(isNewGeneration ? List.of() : recent);
        marks.add(mark);
        while (marks.size() > limit.decisions() + 1) marks.removeFirst();
        int before = isNewGeneration ? 0 : slowed;
        List<Mark> inWindow = since(marks, mark.at().minus(limit.window()));
        if (before == 0 && inWindow.size() <= limit.decisions()) {
            return new Activity(decisions + 1, marks, 0, null, flapping(marks, limit));
        }
        Duration delay = limit.delay(before + 1);
        String why =
                "decided %d times since %s without a new generation, last '%s'; slowed down by %s"
                        .formatted(marks.size(), marks.getFirst().at(), mark.summary(), delay);
        return new Activity(decisions + 1, marks, before + 1, mark.at().plus(delay), why);
    }

    /// Returns the activity after an evaluation that decided nothing.
    public Activity quiet() {
        if (slowed == 0) return this;
        return new Activity(decisions, List.of(), 0, null, null);
    }

    /// Returns the activity with a remark about an evaluator that keeps asking for wake-ups that
    /// are closer than allowed, or without it.
    public Activity hasty(boolean isHasty, Duration wakeMin) {
        boolean isRemarked = remark != null && remark.startsWith(HASTY);
        if (isHasty == isRemarked || (isHasty && remark != null)) return this;
        String next = isHasty ? HASTY + "; it is evaluated once per " + wakeMin : null;
        return new Activity(decisions, recent, slowed, slowedUntil, next);
    }

    /// Returns whether the object must not be evaluated yet.
    public boolean isSlowed(Instant now) {
        return slowedUntil != null && now.isBefore(slowedUntil);
    }

    private static @Nullable String flapping(List<Mark> all, HotLoopLimit limit) {
        List<Mark> marks = changes(since(all, all.getLast().at().minus(limit.flapWindow())));
        for (int period = 2; period <= PERIOD_MAX; period++) {
            int returns = returns(marks, period);
            if (returns * 2 < limit.flaps() * period) continue;
            return "flaps between %s: %d returns since %s"
                    .formatted(
                            names(marks.subList(marks.size() - period, marks.size())),
                            returns,
                            marks.getFirst().at());
        }
        return null;
    }

    /// Returns how often a summary was the same as `period` changes before.
    private static int returns(List<Mark> marks, int period) {
        int returns = 0;
        for (int i = period; i < marks.size(); i++) {
            if (marks.get(i).summary().equals(marks.get(i - period).summary())) returns++;
        }
        return returns;
    }

    private static String names(List<Mark> marks) {
        List<String> names = marks.stream().map(mark -> "'" + mark.summary() + "'").toList();
        int last = names.size() - 1;
        return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    private static List<Mark> changes(List<Mark> marks) {
        List<Mark> changes = new ArrayList<>();
        for (Mark mark : marks) {
            boolean isSame =
                    !changes.isEmpty() && changes.getLast().summary().equals(mark.summary());
            if (!isSame) changes.add(mark);
        }
        return changes;
    }

    private static List<Mark> since(List<Mark> marks, Instant start) {
        return marks.stream().filter(mark -> mark.at().isAfter(start)).toList();
    }

    /// One decision: when, and its summary.
    public record Mark(Instant at, String summary) {
        private static final int SUMMARY_CHARS_MAX = 120;

        public Mark {
            if (summary.length() > SUMMARY_CHARS_MAX) {
                summary = summary.substring(0, SUMMARY_CHARS_MAX - 1) + "…";
            }
        }
    }
}
