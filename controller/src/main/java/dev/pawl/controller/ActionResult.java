package dev.pawl.controller;

import java.util.List;

/// How an action ended.
public sealed interface ActionResult {
    /// Returns the detail for people.
    String detail();

    /// The action has achieved what it is for.
    ///
    /// @param writes the versions that its writes have created
    record Done(String detail, List<OwnWrite> writes) implements ActionResult {
        public Done {
            writes = List.copyOf(writes);
        }
    }

    /// The action has failed; what it was for is decided again after a back-off.
    ///
    /// @param reason a short code for the evaluator, such as `Conflict`
    record Failed(String reason, String detail) implements ActionResult {}

    /// Returns the result of an action that wrote nothing.
    static ActionResult done(String detail) {
        return new Done(detail, List.of());
    }
}
