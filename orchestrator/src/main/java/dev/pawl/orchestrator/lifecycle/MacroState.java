package dev.pawl.orchestrator.lifecycle;

import dev.pawl.run.Transitions;

/// Where the whole orchestration is.
public enum MacroState {
    /// Sets up, and waits for the first provider to start.
    BOOTSTRAPPING,
    /// Providers are at work.
    ORCHESTRATING,
    /// All providers are done; one may be started again.
    STABILIZING,
    /// Takes all permits back before it ends.
    DRAINING;

    /// What moves the orchestration from where to where.
    public static final Transitions<MacroState, Verb> TABLE =
            Transitions.<MacroState, Verb>table()
                    .edge(BOOTSTRAPPING, Verb.FIRST_STARTED, ORCHESTRATING)
                    .edge(BOOTSTRAPPING, Verb.DRAIN, DRAINING)
                    .edge(ORCHESTRATING, Verb.ALL_COMPLETED, STABILIZING)
                    .edge(ORCHESTRATING, Verb.DRAIN, DRAINING)
                    .edge(STABILIZING, Verb.RESTARTED, ORCHESTRATING)
                    .edge(STABILIZING, Verb.DRAIN, DRAINING)
                    .build();

    /// What moves the orchestration.
    public enum Verb {
        FIRST_STARTED,
        ALL_COMPLETED,
        RESTARTED,
        DRAIN
    }
}
