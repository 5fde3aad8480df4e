package dev.pawl.pipeline.run;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Starts the feeds that follow a feed after a completed run of it.
public final class ChainMachine {
    private final Map<String, List<Next>> chains;
    private final Function<RunRequest, Start<RunRequest>> runs;

    public ChainMachine(
            Map<String, List<Next>> chains, Function<RunRequest, Start<RunRequest>> runs) {
        this.chains = Map.copyOf(chains);
        this.runs = runs;
    }

    public Machine<ChainRequest, ChainEnd> machine() {
        return Machine.named("pipeline-chain", ChainRequest.class, ChainEnd.class)
                .step(
                        "start-next",
                        this::start,
                        s -> s.recovery(Recovery.repeatBody().persists("the runs that follow")))
                .build();
    }

    /// A run of the next feed waits behind one that is active.
    private Outcome<ChainEnd> start(Attempt<ChainRequest, ChainEnd> attempt) {
        ChainRequest request = attempt.request();
        List<Next> next = chains.getOrDefault(request.feed(), List.of());
        List<Start<RunRequest>> starts =
                next.stream()
                        .map(each ->
                                new RunRequest(
                                        each.feed(),
                                        each.type(),
                                        request.traceId(),
                                        "after " + request.feed()))
                        .map(each -> runs.apply(each).unique(Uniqueness.QUEUE_BEHIND))
                        .toList();
        return attempt.next(new ChainEnd(next.stream().map(Next::feed).toList())).starting(starts);
    }

    /// A feed that follows another one, and how it is loaded.
    public record Next(String feed, RunType type) {}

    /// A feed of which a run has completed.
    public record ChainRequest(String feed, String traceId) {}

    /// The feeds that were started.
    public record ChainEnd(List<String> started) {
        public ChainEnd {
            started = List.copyOf(started);
        }
    }
}
