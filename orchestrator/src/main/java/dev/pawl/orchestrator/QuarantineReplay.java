package dev.pawl.orchestrator;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import dev.pawl.orchestrator.execution.ProviderStep;
import dev.pawl.orchestrator.provider.PoisonItem;
import java.util.List;
import java.util.Map;

/// Maps and writes a quarantined record again.
final class QuarantineReplay {
    private final Map<String, ProviderStep<?, ?>> steps;

    QuarantineReplay(Map<String, ProviderStep<?, ?>> steps) {
        this.steps = Map.copyOf(steps);
    }

    Outcome<Order.Result> replay(Attempt<Order, Order.Result> a) {
        long number = a.request().count();
        List<Quarantined> found =
                a.query(
                        "select provider, payload from quarantine where number = ?",
                        row -> new Quarantined(row.text(1), row.text(2)),
                        number);
        if (found.isEmpty()) {
            return a.abort(
                    "expected the number of a quarantined record, found %d".formatted(number));
        }
        Quarantined quarantined = found.getFirst();
        ProviderStep<?, ?> step = steps.get(quarantined.provider());
        if (step == null) {
            return a.abort(
                    "provider '%s' is not registered any more".formatted(quarantined.provider()));
        }
        String now = a.now().toString();
        try {
            ProviderStep.Replayed replayed = step.replay(quarantined.payload(), a.now());
            return a.next(new Order.Result(List.of(replayed.urn() + " is written")))
                    .writing(tx -> {
                        replayed.writing().write(tx);
                        tx.update(
                                "update quarantine set attempts = attempts + 1, last_at = ?,"
                                        + " resolved_at = ? where number = ?",
                                now,
                                now,
                                number);
                    });
        } catch (PoisonItem e) {
            String why = String.valueOf(e.getMessage());
            return a.abort("record %d still cannot be used: %s".formatted(number, why))
                    .writing(tx ->
                            tx.update(
                                    "update quarantine set attempts = attempts + 1, last_at = ?,"
                                            + " error = ? where number = ?",
                                    now,
                                    why,
                                    number));
        }
    }

    private record Quarantined(String provider, String payload) {}
}
