package dev.pawl.controller;

import java.util.List;
import java.util.Map;

/// How an action ended.
public sealed interface ActionResult {
    /// Returns the detail for people.
    String detail();

    /// Returns the versions that the action's writes have created.
    List<OwnWrite> writes();

    /// Returns what the evaluator needs to remember, by names that the evaluator and the actuator
    /// agree on.
    Map<String, String> facts();

    /// The action has achieved what it is for.
    record Done(String detail, List<OwnWrite> writes, Map<String, String> facts)
            implements ActionResult {
        public Done {
            writes = List.copyOf(writes);
            facts = Map.copyOf(facts);
        }
    }

    /// The action has failed; what it was for is decided again after a back-off.
    ///
    /// @param reason a short code for the evaluator, such as `Conflict`
    record Failed(String reason, String detail, List<OwnWrite> writes, Map<String, String> facts)
            implements ActionResult {
        public Failed {
            writes = List.copyOf(writes);
            facts = Map.copyOf(facts);
        }
    }

    /// Returns the result of an action that wrote nothing.
    static ActionResult done(String detail) {
        return new Done(detail, List.of(), Map.of());
    }

    /// Returns the result of an action that wrote this.
    static ActionResult wrote(String detail, List<OwnWrite> writes) {
        return new Done(detail, writes, Map.of());
    }

    /// Returns the result of an action that failed and wrote nothing.
    static ActionResult failed(String reason, String detail) {
        return new Failed(reason, detail, List.of(), Map.of());
    }
}
