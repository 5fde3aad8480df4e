package dev.pawl.run;

/// What a run knows of its children, and whether other runs wait for its end.
public record Family(int started, int succeeded, int failed, boolean followed) {
    /// No children and no followers.
    public static final Family NONE = new Family(0, 0, 0, false);

    /// Returns how many children have not ended.
    public int live() {
        return started - succeeded - failed;
    }

    /// Returns the family with `more` children.
    public Family withStarted(int more) {
        return new Family(started + more, succeeded, failed, followed);
    }

    /// Returns the family after one child ended.
    public Family withEnded(boolean success) {
        return success
                ? new Family(started, succeeded + 1, failed, followed)
                : new Family(started, succeeded, failed + 1, followed);
    }

    /// Returns the family with somebody waiting for the end of this run.
    public Family withFollower() {
        return new Family(started, succeeded, failed, true);
    }
}
