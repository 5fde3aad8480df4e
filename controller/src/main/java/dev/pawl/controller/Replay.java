package dev.pawl.controller;

import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Failure;
import dev.pawl.run.Payload;
import java.util.ArrayList;
import java.util.List;

/// Evaluates the inputs of recorded decisions again, with another evaluator, and lists what would
/// be decided differently. It performs nothing.
///
/// @param evaluated how many decisions were evaluated again
/// @param unrecorded how many decisions have no input, because it was too large
/// @param differences what would be decided differently
public record Replay(int evaluated, int unrecorded, List<Difference> differences) {
    public Replay {
        differences = List.copyOf(differences);
    }

    /// Evaluates recorded decisions again.
    public static <V, M, A, U> Replay of(
            List<DecisionRow> rows,
            ControlledKind.Types<V, M, A, U> types,
            Evaluator<V, M, A, U> evaluator) {
        int unrecorded = 0;
        List<Difference> differences = new ArrayList<>();
        for (DecisionRow row : rows) {
            if (row.content().input().isEmpty()) {
                unrecorded++;
                continue;
            }
            List<String> found = compare(row, types, evaluator);
            if (!found.isEmpty()) {
                differences.add(new Difference(row.key(), row.number(), row.summary(), found));
            }
        }
        return new Replay(rows.size() - unrecorded, unrecorded, differences);
    }

    private static <V, M, A, U> List<String> compare(
            DecisionRow row,
            ControlledKind.Types<V, M, A, U> types,
            Evaluator<V, M, A, U> evaluator) {
        try {
            V view = JsonCodec.JSON.decode(Payload.of(row.content().input()), types.view());
            M memory =
                    JsonCodec.JSON.decode(Payload.of(row.content().memoryBefore()), types.memory());
            Evaluation<M, A, U> now = evaluator.evaluate(view, memory, row.at());
            var content =
                    new DecisionRow.Content(
                            row.content().input(),
                            row.content().memoryBefore(),
                            DecisionRules.text(now.memory()),
                            now.actions().stream().map(DecisionRules::text).toList(),
                            DecisionRules.text(now.update()));
            List<String> all = new ArrayList<>();
            if (!now.summary().equals(row.summary())) {
                all.add("summary: %s → %s".formatted(row.summary(), now.summary()));
            }
            all.addAll(JsonDifference.of(row.content().decision(), content.decision()));
            return all;
        } catch (Throwable e) {
            return List.of("it cannot be evaluated: " + Failure.of(e));
        }
    }

    /// A decision that would be another one, with one `path: before → after` for each difference.
    public record Difference(ObjectKey key, long number, String summary, List<String> differences) {
        public Difference {
            differences = List.copyOf(differences);
        }
    }
}
