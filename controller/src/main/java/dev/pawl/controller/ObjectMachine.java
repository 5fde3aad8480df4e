package dev.pawl.controller;

import dev.pawl.machine.Machine;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;

/// The machine of one kind of objects, with one run per object: it waits, decides, acts and waits
/// again until the object is gone.
final class ObjectMachine {
    /// The label of every run of a controller; its value is the kind.
    static final String KIND_LABEL = "controlled-kind";

    /// A process that restarts often must not park an object.
    private static final int CRASHES_MAX = 1_000_000;

    private final String kind;
    private final Machine<ObjectRequest, ObjectEnd> machine;

    ObjectMachine(String kind, DecideStep<?, ?, ?, ?> decide, ActStep<?, ?, ?, ?> act) {
        this.kind = kind;
        this.machine =
                Machine.named(name(kind), ObjectRequest.class, ObjectEnd.class)
                        .unique(Uniqueness.ATTACH)
                        .step(
                                Phase.DECIDE,
                                decide::decide,
                                step ->
                                        step.goesTo(Phase.IDLE)
                                                .finishes()
                                                .retry(forever())
                                                .recovery(
                                                        Recovery.repeatBody()
                                                                .persists("nothing")
                                                                .note("observes and decides again")
                                                                .crashes(CRASHES_MAX)))
                        .step(
                                Phase.ACT,
                                act::act,
                                step ->
                                        step.retry(forever())
                                                .recovery(
                                                        Recovery.repeatBody()
                                                                .persists("pending actions")
                                                                .note(
                                                                        "performs all pending"
                                                                                + " actions again")
                                                                .crashes(CRASHES_MAX)))
                        .await(Phase.IDLE, wait -> wait.on(ObjectEvent.class, Phase.DECIDE))
                        .end(Phase.GONE)
                        .build();
    }

    static String name(String kind) {
        return "controller-" + kind;
    }

    Machine<ObjectRequest, ObjectEnd> machine() {
        return machine;
    }

    Start<ObjectRequest> start(ObjectKey key) {
        return machine.start(new ObjectRequest(kind, key.namespace(), key.name()))
                .key(key.toString())
                .label(KIND_LABEL, kind);
    }

    /// The bodies catch what an object's code throws; what is left is the store's.
    private static Retry forever() {
        return Retry.forever().bugs(Retry.FOREVER);
    }

    /// The states of an object's run.
    enum Phase {
        DECIDE,
        ACT,
        IDLE,
        GONE
    }

    /// How a run ended: after how many decisions.
    record ObjectEnd(long decisions) {}
}
