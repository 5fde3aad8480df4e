package dev.pawl.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The times of a run: `since` is when its status last changed, `timer` when it goes on by itself.
public record Timing(
        Instant created,
        Instant updated,
        Instant since,
        @Nullable Instant timer,
        @Nullable Instant deadline,
        @Nullable Instant ended) {

    /// Returns the times of a run that is created now.
    public static Timing created(Instant now, @Nullable Instant deadline) {
        return new Timing(now, now, now, null, deadline, null);
    }

    /// Returns the times with the timer set, or none.
    public Timing withTimer(@Nullable Instant next) {
        return new Timing(created, updated, since, next, deadline, ended);
    }

    /// Returns the times after a change at `now`.
    public Timing changed(Instant now, boolean status, boolean end) {
        return new Timing(
                created,
                now,
                status ? now : since,
                end ? null : timer,
                deadline,
                end ? now : ended);
    }
}
