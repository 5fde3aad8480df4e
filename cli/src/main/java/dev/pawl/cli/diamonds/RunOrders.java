package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.DiamondsOpening;
import dev.pawl.cli.diamonds.display.LoadDisplay;
import dev.pawl.cli.diamonds.display.LoadSummary;
import dev.pawl.cli.diamonds.display.RunStates;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.EngineSession;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.Diamonds;
import dev.pawl.diamonds.order.DiamondOrder;
import dev.pawl.diamonds.order.DiamondOrderMachine;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.table.RunRow;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;

/// Sends orders to a run that waits for an operator, and follows it.
final class RunOrders {
    private static final Duration EVENT_INTERVAL = Duration.ofMillis(50);

    private final DiamondsContext context;
    private final Shell shell;
    private final DiamondsOpening opening;

    RunOrders(DiamondsContext context, DiamondsOpening opening) {
        this.context = context;
        this.shell = context.shell();
        this.opening = opening;
    }

    /// Returns the newest run of a feed, which must wait for an operator.
    RunRow waiting(String feed) {
        return context.ask(store -> {
            RunRow row = DiamondsContext.run(store, feed, "");
            String state = RunStates.of(store, row);
            if (state.equals(RunState.ConsolidationSkipped.name())) return row;
            throw CommandException.refused(
                    "expected a run of %s that waits for a decision, found run %s in %s"
                            .formatted(feed, row.run().toString().substring(0, 8), state));
        });
    }

    /// Sends an order and follows the run until it ends or waits again.
    int send(DiamondOrder order) throws InterruptedException {
        try (Diamonds diamonds = opening.open(context)) {
            return shell.shutdown.during(() -> send(order, diamonds));
        }
    }

    private int send(DiamondOrder order, Diamonds diamonds) throws InterruptedException {
        try (EngineSession session = EngineSession.open(shell, diamonds::register)) {
            RunId sent = session.start(DiamondOrderMachine.start(order));
            while (session.end(shell, sent).isEmpty()) {
                if (shell.shutdown.isRequested()) return ExitCode.ENGINE;
            }
            if (session.run(sent).status() != RunStatus.COMPLETED) {
                throw CommandException.refused(
                        "the order ended as %s; see `pawl run show %s`"
                                .formatted(session.run(sent).status(), sent));
            }
            RunId target = RunId.parse(order.target());
            LoadRun run = new LoadRun(context, diamonds, session);
            // The event is taken a moment after the order is done.
            Instant until = shell.now().plusSeconds(10);
            while (run.snapshot(target).waitsForOperator() && shell.now().isBefore(until)) {
                if (shell.shutdown.isRequestedWithin(EVENT_INTERVAL)) break;
            }
            var end = run.follow(target, LoadDisplay.of(shell));
            return new LoadSummary(end).print(shell);
        }
    }
}
