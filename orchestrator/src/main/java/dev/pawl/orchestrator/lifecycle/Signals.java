package dev.pawl.orchestrator.lifecycle;

/// What the runs of the two lifecycles are sent.
public final class Signals {
    private Signals() {}

    /// Begin.
    public record Start() {}

    /// Here are permits to work with.
    public record QuotaGranted(int permits) {}

    /// The last permit is gone.
    public record QuotaRevoked(int permits, String reason) {}

    /// Hold on, until somebody says resume.
    public record Pause(String by, String reason) {}

    /// Go on.
    public record Resume(String by) {}

    /// End.
    public record Stop(String by, String reason) {}

    /// The first provider started.
    public record FirstStarted(String provider) {}

    /// Every provider that was wanted is done.
    public record AllCompleted(String words) {}

    /// A provider starts again.
    public record Restarted(String provider) {}

    /// Take all permits back and end.
    public record Drain(String by, String reason) {}
}
