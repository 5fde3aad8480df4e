package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Retry;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.time.Duration;

/// A result that is recorded inside a step, so that later attempts get the same one.
final class Once {
    record Payment(int amount) {}

    record Paid(String transfer) {}

    static final Machine<Payment, Paid> PAY =
            Machine.named("pay", Payment.class, Paid.class)
                    .step("pay", Once::pay, s -> s.retry(Retry.fixed(3, Duration.ofMillis(10))))
                    .build();

    static Outcome<Paid> pay(Attempt<Payment, Paid> attempt) throws Exception {
        String transfer =
                attempt.once("transfer", String.class, () -> "made by attempt " + attempt.number());
        if (attempt.number() < 3) throw new IOException("the bank hung up");
        return attempt.next(new Paid(transfer));
    }

    static void main(String... args) throws Exception {
        try (Engine engine = Engine.open(SqliteStore.open(Scratch.home(args)), PAY)) {
            RunId id = engine.start(PAY.start(new Payment(40)));
            IO.println(engine.await(PAY, id, Scratch.SOON));
        }
    }
}
