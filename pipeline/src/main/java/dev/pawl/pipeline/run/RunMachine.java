package dev.pawl.pipeline.run;

import static dev.pawl.pipeline.lifecycle.RunState.Completed;
import static dev.pawl.pipeline.lifecycle.RunState.Consolidating;
import static dev.pawl.pipeline.lifecycle.RunState.ConsolidationCheck;
import static dev.pawl.pipeline.lifecycle.RunState.ConsolidationSkipped;
import static dev.pawl.pipeline.lifecycle.RunState.ConsolidationTriggered;
import static dev.pawl.pipeline.lifecycle.RunState.Created;
import static dev.pawl.pipeline.lifecycle.RunState.Failed;
import static dev.pawl.pipeline.lifecycle.RunState.PartitionsAdded;
import static dev.pawl.pipeline.lifecycle.RunState.StallCheck;
import static dev.pawl.pipeline.lifecycle.RunState.WatermarkUpdate;
import static dev.pawl.pipeline.lifecycle.RunState.WorkersRunning;

import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.StepOptions;
import dev.pawl.machine.WaitOptions;
import dev.pawl.pipeline.consolidation.ConsolidationMachine;
import dev.pawl.pipeline.context.PipelineContext;
import dev.pawl.pipeline.lifecycle.ConsolidationState;
import dev.pawl.pipeline.lifecycle.PartitionState;
import dev.pawl.pipeline.lifecycle.RunEvent.ConsolidatorFailed;
import dev.pawl.pipeline.lifecycle.RunEvent.Force;
import dev.pawl.pipeline.lifecycle.RunEvent.GiveUp;
import dev.pawl.pipeline.lifecycle.RunEvent.PartitionSplit;
import dev.pawl.pipeline.lifecycle.RunEvent.RetryFailed;
import dev.pawl.pipeline.lifecycle.RunState;
import dev.pawl.pipeline.page.PartitionMachine;
import java.time.Duration;

/// The lifecycle of a run as a machine: partitions and consolidators are its children.
public final class RunMachine {
    private static final Retry NETWORK =
            Retry.exponential(2)
                    .with(new Retry.Curve(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0));

    /// Everything is read then, so it is worth a few minutes of patience.
    private static final Retry CHANGES =
            Retry.exponential(8)
                    .with(new Retry.Curve(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0));

    private final PipelineContext context;
    private final CreationStep creation;
    private final FanInStep fanIn;
    private final CompletionStep completion;
    private final RunSteps steps;

    public RunMachine(
            PipelineContext context,
            PartitionMachine partitions,
            ConsolidationMachine consolidators) {
        this.context = context;
        this.creation = new CreationStep(context, partitions);
        this.fanIn = new FanInStep(context, partitions, consolidators);
        this.completion = new CompletionStep(context, consolidators);
        this.steps = new RunSteps(context);
    }

    /// Returns a builder, to which the caller adds what follows a completed run.
    public MachineBuilder<RunRequest, RunResult> builder() {
        return Machine.named(RunState.MACHINE, RunRequest.class, RunResult.class)
                .labelled(Created.name(), "Scheduler creates run_metadata")
                .step(
                        Created.name(),
                        creation::execute,
                        s ->
                                s.retry(NETWORK)
                                        .recovery(persists("the run with its fixed window"))
                                        .labelled(WorkersRunning.name(), "Workers start consuming"))
                .await(WorkersRunning.name(), this::running)
                .step(
                        StallCheck.name(),
                        steps::checkStall,
                        s ->
                                s.loopsTo(WorkersRunning.name())
                                        .goesTo(Consolidating.name())
                                        .recovery(persists("since when the run has not moved"))
                                        .labelled(PartitionsAdded.name(), "Partition not started")
                                        .labelled(WorkersRunning.name(), "Partitions running")
                                        .labelled(Consolidating.name(), "Consolidators running"))
                .step(
                        PartitionsAdded.name(),
                        fanIn::add,
                        s ->
                                s.loopsTo(WorkersRunning.name())
                                        .recovery(persists("the added and retried partitions"))
                                        .labelled(WorkersRunning.name(), "Partitions started")
                                        .labelled(ConsolidationCheck.name(), "Nothing to start"))
                .step(ConsolidationCheck.name(), fanIn::check, RunMachine::check)
                .await(ConsolidationSkipped.name(), this::skipped)
                .step(
                        ConsolidationTriggered.name(),
                        fanIn::trigger,
                        s ->
                                s.recovery(persists("the consolidators, and who forced them"))
                                        .labelled(
                                                Consolidating.name(),
                                                "Consolidator consumes message"))
                .await(Consolidating.name(), this::consolidating)
                .step(WatermarkUpdate.name(), completion::execute, RunMachine::update)
                .end(Completed.name(), "Pipeline successful")
                .step(
                        Failed.name(),
                        steps::fail,
                        s ->
                                s.alwaysFails()
                                        .recovery(persists("why the run failed"))
                                        .labelled("[*]", "Manual intervention required"))
                .cleanup(steps::recordEnd);
    }

    private void running(WaitOptions wait) {
        wait.on(PartitionSplit.class, PartitionsAdded.name())
                .children(Join.all(), ConsolidationCheck.name())
                .after(context.settings().run().stallAfter(), StallCheck.name())
                .contains(PartitionState.TABLE)
                .labelled(ConsolidationCheck.name(), "All workers finished");
    }

    private void consolidating(WaitOptions wait) {
        wait.on(ConsolidatorFailed.class, Failed.name())
                .children(Join.all(), WatermarkUpdate.name())
                .after(context.settings().run().stallAfter(), StallCheck.name())
                .contains(ConsolidationState.TABLE)
                .labelled(WatermarkUpdate.name(), "Consolidation complete");
    }

    private void skipped(WaitOptions wait) {
        wait.on(Force.class, ConsolidationTriggered.name())
                .on(RetryFailed.class, PartitionsAdded.name())
                .on(GiveUp.class, Failed.name())
                .after(context.settings().run().decideWithin(), Failed.name())
                .labelled(PartitionsAdded.name(), "Retried")
                .labelled(ConsolidationTriggered.name(), "Forced")
                .labelled(Failed.name(), "Alert sent, watermark NOT advanced");
    }

    private static void check(StepOptions<RunRequest, RunResult> step) {
        step.choice()
                .retry(CHANGES)
                .goesTo(ConsolidationSkipped.name())
                .goesTo(ConsolidationTriggered.name())
                .loopsTo(PartitionsAdded.name())
                .interruptedBy(Force.class, ConsolidationTriggered.name())
                .interruptedBy(RetryFailed.class, PartitionsAdded.name())
                .interruptedBy(GiveUp.class, Failed.name())
                .recovery(persists("the decision, and partitions that could not record their end"))
                .labelled(ConsolidationSkipped.name(), "failedWorkers > 0")
                .labelled(PartitionsAdded.name(), "Split off, retried or changed")
                .labelled(
                        ConsolidationTriggered.name(),
                        "failedWorkers == 0 && completedWorkers == expectedWorkers");
    }

    private static void update(StepOptions<RunRequest, RunResult> step) {
        step.choice()
                .goesTo(Completed.name())
                .goesTo(Failed.name())
                .recovery(persists("completion, report and watermark"))
                .labelled(Completed.name(), "Watermark saved successfully")
                .labelled(Failed.name(), "Watermark save error (CRITICAL)");
    }

    private static Recovery persists(String what) {
        return Recovery.repeatBody().persists(what);
    }
}
