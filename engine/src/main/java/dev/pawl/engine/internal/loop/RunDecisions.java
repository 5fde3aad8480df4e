package dev.pawl.engine.internal.loop;

import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Decide;
import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.DecisionContext;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.decision.ParkingReasons;
import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.LiveRun;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.kernel.RunningAttempt;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Definition;
import dev.pawl.run.Data;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Gives [Decide] what a decision depends on: the run, its definition, the time, an id source and,
/// for a run that ends, its relatives. Reads the store and writes nothing.
final class RunDecisions {
    private final Kernel kernel;
    private final Registry registry;
    private final LongSupplier ids;

    RunDecisions(Kernel kernel, Registry registry) {
        this.kernel = kernel;
        this.registry = registry;
        this.ids = kernel.ids::next;
    }

    /// Returns the first decision about a new run.
    Decision first(Function<DecisionContext, Decision> start) {
        return kernel.node.owned(null, start.apply(context()));
    }

    /// Returns the decision about a run, for the holder of its lock.
    Decision decide(LiveRun live, Run before, Input input) {
        boolean reclaimed = input instanceof Input.Reclaimed;
        // A timer or a message has recovered the run in this process already.
        boolean recovered = reclaimed && live.running != null;
        // The run was woken or claimed for another node, or for an earlier lease of this one.
        boolean owners = reclaimed || input instanceof Input.Due;
        boolean foreign = owners && !kernel.node.owns(before);
        boolean lost = kernel.node.owns(before) && live.isAbandoned();
        boolean kept = input instanceof Input.Abandoned && !lost;
        if (recovered || foreign || kept) return Decision.none(before);
        return decide(definition(before), before, input);
    }

    /// Returns the decision about a run as it is now, which is not carried out.
    Decision preview(Run run, Input input) {
        return decide(definition(run), run, input);
    }

    /// Returns the decision about one of several runs. A run that cannot be decided on is parked,
    /// so that the others can continue.
    Decision decideOrPark(LiveRun live, Run before, Input input) {
        try {
            return decide(live, before, input);
        } catch (StoreException | Refused e) {
            throw e;
        } catch (RuntimeException | Error e) {
            kernel.failed("run " + live.id, e);
            return decide(live, before, new Input.Park(ParkingReasons.undecided(e)));
        }
    }

    /// Returns the decision to move a run to the definition that is registered now.
    Decision adopt(Run run) {
        Definition definition = registry.machine(run.machine()).definition();
        return decide(definition, run, new Input.Adopted());
    }

    /// A decision that ends a run is made again with the run's relatives, which only an end needs.
    private Decision decide(Definition definition, Run run, Input input) {
        DecisionContext now = context();
        DecisionContext context = kernel.node.mayRun(run) ? now : now.unattended();
        Decision decision = Decide.decide(definition, run, input, context);
        Data data = decision.run().data();
        boolean ends = decision.run().status().isEnd() && !run.status().isEnd();
        boolean related = data.family().followed() || data.family().live() > 0;
        if (ends && related) {
            DecisionContext informed = Relatives.of(kernel.store, run, context);
            decision = Decide.decide(definition, run, input, informed);
        }
        return kernel.node.owned(run, decision);
    }

    private DecisionContext context() {
        DecisionContext context =
                DecisionContext.of(kernel.now(), kernel.host.random().nextDouble(), ids);
        return kernel.attended ? context : context.unattended();
    }

    /// Returns whether the body of a run is asked to stop.
    boolean isStopped(Run run) {
        DecisionContext context = DecisionContext.of(kernel.now(), 0, ids);
        return Decide.isStopped(definition(run), run, context);
    }

    /// Returns whether another node has delivered the message of an input: it was claimed while
    /// this node had lost its lease.
    boolean isDelivered(Input input) {
        return input instanceof Input.Delivered(var message) && kernel.node.isDelivered(message);
    }

    /// Returns whether the run in memory can be used as it is. Where nodes share the store, only
    /// the outcome of a body is decided on what this node last knew: the commit fails if that has
    /// changed.
    boolean isKnown(LiveRun live, @Nullable RunningAttempt running) {
        boolean trusted = !kernel.node.isShared() || running != null;
        return trusted && live.run != null && !live.stale;
    }

    /// Returns the run as it was claimed, or else as it is stored. The commit fails if a claimed
    /// run has changed since.
    Run claimedOrRead(LiveRun live) {
        Run claimed = live.claimed;
        live.claimed = null;
        return claimed == null ? read(live.id) : claimed;
    }

    Run read(RunId id) {
        return kernel.store.run(id).orElseThrow(() -> new Refused.UnknownRun(id.toString()));
    }

    /// Reads runs at once that other nodes may have changed, so that each is not read by itself.
    void readTogether(List<LiveRun> runs) {
        Map<RunId, Run> stored = new HashMap<>();
        Set<RunId> ids = runs.stream().map(live -> live.id).collect(Collectors.toSet());
        for (Run run : kernel.node.changeable(ids)) stored.put(run.id(), run);
        for (LiveRun live : runs) live.claimed = stored.get(live.id);
    }

    /// Returns whether this node has to move a run to another definition of its machine.
    boolean isAdoptable(Run run) {
        return hasOtherDefinition(run) && !kernel.node.isRegistered(run.origin().machine());
    }

    private boolean hasOtherDefinition(Run run) {
        return !run.status().isEnd()
                && run.status() != RunStatus.PARKED
                && (kernel.node.owns(run) || !run.isInFlight())
                && kernel.node.mayRun(run)
                && registry.find(run.machine())
                        .filter(machine -> !machine.ref().equals(run.origin().machine()))
                        .isPresent();
    }

    /// Returns the definition that decides about a run.
    Definition definition(Run run) {
        boolean registered = kernel.node.mayRun(run);
        // Another node may have stored it since this one last looked.
        if (!registered && !registry.knows(run.origin().machine())) {
            registry.learn(EngineDocuments.all(kernel.store));
        }
        return registry.definition(run, registered)
                .orElseThrow(() -> {
                    List<String> known = new ArrayList<>();
                    registry.definitions().forEach(d -> known.add(d.name()));
                    return new Refused.UnknownMachine(run.machine(), String.join(", ", known));
                });
    }
}
