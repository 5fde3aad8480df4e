package dev.pawl.orchestrator.lifecycle;

import dev.pawl.run.Transitions;

/// The states of the whole orchestration, the macro lifecycle.
public enum MacroState {
    /// Waits for the first provider to start.
    BOOTSTRAPPING,
    /// Providers are active.
    ORCHESTRATING,
    /// All providers have ended; any of them can start again.
    STABILIZING,
    /// Takes all permits back, then ends.
    DRAINING;

    /// The name of the machine with these states.
    public static final String MACHINE = "macro";

    /// The state in which that machine ends.
    public static final String END = "DRAINED";

    /// Every transition.
    public static final Transitions<MacroState, Verb> TABLE =
            Transitions.<MacroState, Verb>table()
                    .edge(BOOTSTRAPPING, Verb.FIRST_STARTED, ORCHESTRATING)
                    .edge(BOOTSTRAPPING, Verb.DRAIN, DRAINING)
                    .edge(ORCHESTRATING, Verb.ALL_COMPLETED, STABILIZING)
                    .edge(ORCHESTRATING, Verb.DRAIN, DRAINING)
                    .edge(STABILIZING, Verb.RESTARTED, ORCHESTRATING)
                    .edge(STABILIZING, Verb.DRAIN, DRAINING)
                    .build();

    /// The triggers of transitions.
    public enum Verb {
        FIRST_STARTED,
        ALL_COMPLETED,
        RESTARTED,
        DRAIN
    }
}
