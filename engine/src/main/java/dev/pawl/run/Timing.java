package dev.pawl.run;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The times of a run. `since` is when its status last changed, `timer` when its timer fires.
public record Timing(
        Instant created,
        Instant updated,
        Instant since,
        @Nullable Instant timer,
        @Nullable Instant deadline,
        @Nullable Instant ended) {

    /// Returns the times of a new run.
    public static Timing created(Instant now, @Nullable Instant deadline) {
        return new Timing(now, now, now, null, deadline, null);
    }

    /// Returns these times with another timer, or none.
    public Timing withTimer(@Nullable Instant next) {
        if (Objects.equals(next, timer)) return this;
        return new Timing(created, updated, since, next, deadline, ended);
    }

    /// Returns these times after a change at `now`, of the status or not, that ends the run or not.
    public Timing changed(Instant now, boolean status, boolean end) {
        if (!status && !end && now.equals(updated)) return this;
        return new Timing(
                created,
                now,
                status ? now : since,
                end ? null : timer,
                deadline,
                end ? now : ended);
    }
}
