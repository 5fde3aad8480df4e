package dev.pawl.classes.control;

import dev.pawl.classes.evaluation.ApplyError;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;

/// How the apply of one child ended, as a fact of an action's result.
sealed interface ApplyFact {
    /// The API server has the child as it was rendered.
    record Acknowledged(String hash) implements ApplyFact {}

    /// The child was not applied.
    record Refused(String hash, ApplyError error) implements ApplyFact {}

    /// Returns the name of the fact about a child.
    static String name(ChildRef ref) {
        return ref.kind().name() + "/" + ref.name();
    }

    default String text() {
        return JsonCodec.JSON.encode(this).text();
    }

    static ApplyFact parse(String text) {
        return JsonCodec.JSON.decode(Payload.of(text), ApplyFact.class);
    }
}
