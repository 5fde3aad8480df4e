package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.RunId;
import dev.pawl.store.Pawl;
import java.nio.file.Path;
import java.time.Duration;

/// The example of the README: an order in two steps.
final class Hello {
    record Order(String item, int amount) {}

    record Receipt(String payment, String parcel) {}

    static final Machine<Order, Receipt> ORDER =
            Machine.named("order", Order.class, Receipt.class)
                    .step("charge", Hello::charge, s -> s.retry(Retry.exponential(5)))
                    .step("ship", Hello::ship, s -> s.timeout(Duration.ofMinutes(1)))
                    .build();

    static Outcome<Receipt> charge(Attempt<Order, Receipt> attempt) {
        String payment = "paid " + attempt.request().amount();
        return attempt.next(new Receipt(payment, "not sent"));
    }

    static Outcome<Receipt> ship(Attempt<Order, Receipt> attempt) {
        String payment = attempt.response().orElseThrow().payment();
        return attempt.next(new Receipt(payment, "a parcel with a " + attempt.request().item()));
    }

    static void main(String... args) throws Exception {
        Path home = Path.of(args.length > 0 ? args[0] : ".pawl");
        try (Pawl pawl = Pawl.open(home, ORDER)) {
            Engine engine = pawl.engine();
            RunId id = engine.start(ORDER.start(new Order("lamp", 40)).idempotency("order 1"));
            IO.println(engine.await(ORDER, id, Duration.ofSeconds(10)));
        }
    }
}
