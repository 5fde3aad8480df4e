package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.store.Claim;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.NodeInfo;
import dev.pawl.engine.store.NodeSlot;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the parts of [ClusterContract] share: three stores over the same contents.
interface ClusterTrial {
    /// More than any test of the contract writes.
    int MANY = 10_000;

    /// Longer than any test runs.
    Duration LEASE = Duration.ofMinutes(10);

    /// Covers the runs that the tests make.
    Claim MINE = new Claim(Set.of(SampleRuns.MACHINE), Set.of());

    /// Returns one of the stores, which are counted from 0.
    Store store(int number);

    /// Makes the lease of one of the stores expire; no node has ended it yet.
    void expire(int number);

    default Cluster nodes(int number) {
        return store(number).cluster().orElseThrow();
    }

    /// Joins with a store, as a node named after its number.
    default NodeSlot join(int number) {
        return nodes(number).join(node("node-" + number), LEASE);
    }

    static NodeInfo node(String name, MachineRef... machines) {
        Set<MachineRef> known =
                machines.length == 0 ? Set.of(SampleRuns.MACHINE) : Set.of(machines);
        return new NodeInfo(name, "host-1/77", "1.2.3", known);
    }

    /// Starts a run with a store and returns it.
    default Run start(int number, Run run) {
        store(number).commit(Commit.of(SampleRuns.started(run)));
        return run;
    }

    /// Changes the status of a run with a store and returns the run.
    default Run move(int number, Run run, RunStatus status) {
        Commit.Change change = SampleRuns.moved(run, status);
        store(number).commit(Commit.of(change));
        return change.run();
    }

    /// Makes a commit that must fail, and returns how it failed.
    default StoreException.Kind failure(int number, Commit commit) {
        StoreException failed =
                catchThrowableOfType(StoreException.class, () -> store(number).commit(commit));
        assertThat(failed).as("the commit should have failed").isNotNull();
        return failed.kind();
    }

    static Run waiting(long id) {
        return SampleRuns.as(SampleRuns.minimal(id), RunStatus.WAITING);
    }

    static Commit messages(List<Message> sent, List<Message> taken) {
        return Commit.NONE.sending(sent).taking(taken);
    }

    static NamedDocument document(NamedDocument.Kind kind, String name, @Nullable String body) {
        return new NamedDocument(kind, name, body == null ? null : Payload.of(body));
    }

    static Commit guarded(Commit commit, Guard... guards) {
        return commit.under(Arrays.asList(guards));
    }
}
