package dev.pawl.cli.demo;

import dev.pawl.engine.Engine;
import dev.pawl.engine.QueueSettings;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.store.Pawl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The process that the demo kills: it takes a dozen orders through five steps.
///
/// Every execution of a step is logged in a file, even if it is interrupted; the step's effect is a
/// row of a table, written together with its transition.
public final class DemoWorker {
    static final int ORDERS = 12;
    static final List<String> STEPS = List.of("reserve", "charge", "pack", "ship", "notify");
    static final String MACHINE = "demo-order";

    private static final String QUEUE = "demo";
    private static final int AT_ONCE = 4;
    private static final Duration WORK = Duration.ofMillis(60);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Path home;

    public DemoWorker(Path home) {
        this.home = home;
    }

    /// Starts the orders, or finds those that the previous process started, and waits for them.
    public void run() throws InterruptedException {
        Machine<Order, Receipt> machine = machine();
        try (Pawl pawl =
                Pawl.open(
                        home,
                        options ->
                                options.machines(machine)
                                        .queue(QueueSettings.of(QUEUE, AT_ONCE)))) {
            Engine engine = pawl.engine();
            List<RunId> runs = new ArrayList<>();
            for (int i = 1; i <= ORDERS; i++) {
                String key = "order-" + i;
                Order order = new Order(key, 10 * i);
                runs.add(engine.start(machine.start(order).key(key).idempotency(key).queue(QUEUE)));
            }
            for (RunId run : runs) engine.await(machine, run, PATIENCE);
        }
    }

    /// Returns the file in which executions are logged, one per line.
    static Path executions(Path home) {
        return home.resolve("executions.txt");
    }

    private Machine<Order, Receipt> machine() {
        var builder = Machine.named(MACHINE, Order.class, Receipt.class);
        for (String step : STEPS) builder.step(step, attempt -> work(attempt, step));
        return builder.build();
    }

    private Outcome<Receipt> work(Attempt<Order, Receipt> attempt, String step)
            throws IOException, InterruptedException {
        note(step);
        Order request = attempt.request();
        // Orders take different times, so that they spread over the steps.
        Thread.sleep(WORK.multipliedBy(1 + request.price() / 10 % 4));
        String order = request.id();
        return attempt.next(new Receipt(order, step))
                .writing(tx -> {
                    tx.update("create table if not exists demo_ledger(step text, id text)");
                    tx.update("insert into demo_ledger values (?, ?)", step, order);
                });
    }

    private void note(String step) throws IOException {
        Files.writeString(
                executions(home),
                step + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    record Order(String id, int price) {}

    record Receipt(String order, String lastStep) {}
}
