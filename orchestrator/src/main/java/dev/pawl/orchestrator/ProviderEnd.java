package dev.pawl.orchestrator;

/// How a provider came to its end.
public record ProviderEnd(Cause cause, String detail) {
    static ProviderEnd completed(String detail) {
        return new ProviderEnd(Cause.COMPLETED, detail);
    }

    static ProviderEnd failed(String detail) {
        return new ProviderEnd(Cause.FAILED, detail);
    }

    /// Why it is terminated.
    public enum Cause {
        COMPLETED,
        STOPPED,
        FAILED
    }
}
