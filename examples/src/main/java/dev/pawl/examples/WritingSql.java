package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;

/// A step's own SQL commits exactly once, in the transaction that records the step.
final class WritingSql {
    record Sale(String item, int pieces) {}

    record Booked(String item) {}

    static final Machine<Sale, Booked> SALE =
            Machine.named("sale", Sale.class, Booked.class)
                    .step("prepare", WritingSql::prepare)
                    .step("book", WritingSql::book)
                    .build();

    static Outcome<Booked> prepare(Attempt<Sale, Booked> attempt) {
        return attempt.next()
                .writing(tx ->
                        tx.update(
                                "create table if not exists stock"
                                        + " (item text primary key, sold integer)"));
    }

    static Outcome<Booked> book(Attempt<Sale, Booked> attempt) {
        Sale sale = attempt.request();
        return attempt.next(new Booked(sale.item()))
                .writing(tx ->
                        tx.update(
                                "insert into stock values (?, ?)"
                                        + " on conflict do update set sold = sold + excluded.sold",
                                sale.item(),
                                sale.pieces()));
    }

    static void main(String... args) throws Exception {
        Path home = Scratch.home(args);
        try (Engine engine = Engine.open(SqliteStore.open(home), SALE)) {
            for (int pieces : new int[] {2, 3, 5}) {
                RunId id = engine.start(SALE.start(new Sale("lamp", pieces)));
                engine.await(SALE, id, Scratch.SOON);
            }
        }
        var rows = SqliteStore.rows(home, "select item, sold from stock").rows();
        IO.println("in the same file: " + rows);
    }
}
