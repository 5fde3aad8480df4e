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
        int returns = 0;
        for (int i = 2; i < marks.size(); i++) {
            if (marks.get(i).summary().equals(marks.get(i - 2).summary())) returns++;
        }
        if (returns < limit.flaps()) return null;
        Mark last = marks.getLast();
        return "flaps between '%s' and '%s': %d returns since %s"
                .formatted(
                        marks.get(marks.size() - 2).summary(),
                        last.summary(),
                        returns,
                        marks.getFirst().at());
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
