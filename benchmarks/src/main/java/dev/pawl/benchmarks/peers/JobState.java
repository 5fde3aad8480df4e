package dev.pawl.benchmarks.peers;

import java.util.List;

/// The state of a run after each step: about 100 bytes of JSON.
public final class JobState {
    /// The state at the start of a run.
    public static final String REQUEST = json("check");

    private static final List<String> AFTER =
            List.of(
                    json("download"),
                    json("validate"),
                    json("store"),
                    json("activate"),
                    json("complete"));

    private JobState() {}

    /// Returns the state after `step`, counted from 0.
    public static String after(int step) {
        return AFTER.get(step);
    }

    /// Returns the state before `step`.
    static String before(int step) {
        return step == 0 ? REQUEST : after(step - 1);
    }

    private static String json(String state) {
        return """
        {"state":"%s","image":"registry/library/debian:12","digest":"sha256:0123456789","size":48213}\
        """
                .formatted(state);
    }
}
