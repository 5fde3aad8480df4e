package dev.pawl.orchestrator;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Outcome;
import dev.pawl.orchestrator.provider.PoisonItem;
import java.util.List;
import java.util.Map;

/// Tries again what was put aside.
final class Revival {
    private final Map<String, Work<?, ?>> works;

    Revival(Map<String, Work<?, ?>> works) {
        this.works = Map.copyOf(works);
    }

    Outcome<Order.Result> replay(Attempt<Order, Order.Result> a) {
        long number = a.request().count();
        List<Aside> found =
                a.query(
                        "select provider, payload from quarantine where number = ?",
                        row -> new Aside(row.text(1), row.text(2)),
                        number);
        if (found.isEmpty()) {
            return a.abort("nothing was put aside under the number %d".formatted(number));
        }
        Aside aside = found.getFirst();
        Work<?, ?> work = works.get(aside.provider());
        if (work == null) {
            return a.abort("there is no provider '%s' any more".formatted(aside.provider()));
        }
        String now = a.now().toString();
        try {
            Work.Revived revived = work.revive(aside.payload(), a.now());
            return a.next(new Order.Result(List.of(revived.urn() + " is in the base")))
                    .writing(tx -> {
                        revived.writing().write(tx);
                        tx.update(
                                "update quarantine set attempts = attempts + 1, last_at = ?,"
                                        + " resolved_at = ? where number = ?",
                                now,
                                now,
                                number);
                    });
        } catch (PoisonItem e) {
            String why = String.valueOf(e.getMessage());
            return a.abort("number %d still cannot be used: %s".formatted(number, why))
                    .writing(tx ->
                            tx.update(
                                    "update quarantine set attempts = attempts + 1, last_at = ?,"
                                            + " error = ? where number = ?",
                                    now,
                                    why,
                                    number));
        }
    }

    private record Aside(String provider, String payload) {}
}
