package dev.pawl.run;

/// The numbers of a run's children, and whether other runs wait for its end.
public record Family(int started, int succeeded, int failed, boolean followed) {
    /// No children and no followers.
    public static final Family NONE = new Family(0, 0, 0, false);

    /// Returns the number of children that have not ended.
    public int live() {
        return started - succeeded - failed;
    }

    /// Returns the family with `more` started children.
    public Family withStarted(int more) {
        return more == 0 ? this : new Family(started + more, succeeded, failed, followed);
    }

    /// Returns the family after one child ended.
    public Family withEnded(boolean success) {
        return success
                ? new Family(started, succeeded + 1, failed, followed)
                : new Family(started, succeeded, failed + 1, followed);
    }

    /// Returns the family when another run waits for the end of this run.
    public Family withFollower() {
        return new Family(started, succeeded, failed, true);
    }
}
