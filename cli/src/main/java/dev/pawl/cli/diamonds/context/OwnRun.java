package dev.pawl.cli.diamonds.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.EngineSession;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.Diamonds;
import dev.pawl.machine.Start;
import dev.pawl.run.Failure;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.Optional;
import java.util.function.Function;

/// Starts a run for a command and waits for its response, in the engine that is open or in one of
/// this process.
public final class OwnRun {
    private final DiamondsContext context;
    private final DiamondsOpening opening;

    public OwnRun(DiamondsContext context, DiamondsOpening opening) {
        this.context = context;
        this.opening = opening;
    }

    /// Returns the response; throws the reason if the run ends without one.
    public Payload response(Function<Diamonds, Start<?>> start) throws InterruptedException {
        Shell shell = context.shell();
        context.require();
        try (Diamonds diamonds = opening.open(context);
                EngineSession session = EngineSession.open(shell, diamonds::register)) {
            RunId id = session.start(start.apply(diamonds));
            Optional<Run> end = session.end(shell, id);
            while (end.isEmpty()) end = session.end(shell, id);
            Payload response = end.get().data().response();
            if (end.get().status() == RunStatus.COMPLETED && response != null) return response;
            throw CommandException.refused(
                    end.get()
                            .failure()
                            .map(Failure::message)
                            .orElse("run %s ended as %s".formatted(id, end.get().status())));
        }
    }
}
