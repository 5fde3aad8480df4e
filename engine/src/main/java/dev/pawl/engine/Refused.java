package dev.pawl.engine;

import dev.pawl.machine.Definition;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import java.util.List;

/// The engine will not do what was asked of it; the message says why and what would do.
///
/// Its subclasses are the refusals that a program may want to distinguish.
public sealed class Refused extends RuntimeException
        permits Refused.UnknownRun,
                Refused.UnknownMachine,
                Refused.UnknownQueue,
                Refused.UnknownPool,
                Refused.UnknownSchedule,
                Refused.AlreadyRunning,
                Refused.StartedTwice,
                Refused.Circular,
                Refused.WaitsForItself,
                Refused.NotAccepted,
                Refused.UnknownEvent,
                Refused.NotCompleted,
                Refused.Ended,
                Refused.OtherMachine,
                Refused.TooLarge,
                Refused.Closed {
    private static final long serialVersionUID = 1;

    public Refused(String message) {
        super(message);
    }

    private static String orNone(String known) {
        return known.isEmpty() ? "none" : known;
    }

    /// There is no such run, or its retention is over.
    public static final class UnknownRun extends Refused {
        private static final long serialVersionUID = 1;

        public UnknownRun(String id) {
            super("there is no run " + id + "; it never existed, or retention deleted it");
        }
    }

    /// An event was offered to a run that does not want it where it is.
    public static final class NotAccepted extends Refused {
        private static final long serialVersionUID = 1;

        private final transient List<String> accepted;

        public NotAccepted(Run run, String event, String state, List<String> accepted) {
            super(
                    "run %s of %s is %s in '%s', which does not accept %s (accepts: %s)"
                            .formatted(
                                    run.id(),
                                    run.origin().machine(),
                                    run.status(),
                                    state,
                                    event,
                                    orNone(String.join(", ", accepted))));
            this.accepted = List.copyOf(accepted);
        }

        /// Returns the events that would be accepted.
        public List<String> accepted() {
            return accepted;
        }
    }

    /// An event was sent to a run of a machine that has no state which accepts it.
    public static final class UnknownEvent extends Refused {
        private static final long serialVersionUID = 1;

        private final transient String machine;

        public UnknownEvent(Run run, String event, Definition definition) {
            super(
                    "no state of %s accepts event %s (accepted: %s); run %s"
                            .formatted(
                                    definition.ref(),
                                    event,
                                    orNone(String.join(", ", definition.events())),
                                    run.id()));
            this.machine = run.machine();
        }

        public String machine() {
            return machine;
        }
    }

    /// No machine of this name is registered.
    public static final class UnknownMachine extends Refused {
        private static final long serialVersionUID = 1;

        public UnknownMachine(String name, String known) {
            super("no machine '%s' is registered (registered: %s)".formatted(name, orNone(known)));
        }
    }

    /// There is no queue of this name.
    public static final class UnknownQueue extends Refused {
        private static final long serialVersionUID = 1;

        public UnknownQueue(String name, String known) {
            super(
                    "there is no queue '%s' (has: %s); declare it before starting runs on it"
                            .formatted(name, orNone(known)));
        }
    }

    /// There is no permit pool of this name.
    public static final class UnknownPool extends Refused {
        private static final long serialVersionUID = 1;

        public UnknownPool(String name, String known) {
            super("there is no permit pool '%s' (has: %s)".formatted(name, orNone(known)));
        }
    }

    /// There is no schedule of this name.
    public static final class UnknownSchedule extends Refused {
        private static final long serialVersionUID = 1;

        UnknownSchedule(String name, String known) {
            super("there is no schedule '%s' (has: %s)".formatted(name, orNone(known)));
        }
    }

    /// A run of the same machine and key is live, and the policy is to refuse.
    public static final class AlreadyRunning extends Refused {
        private static final long serialVersionUID = 1;

        private final transient RunId existing;

        public AlreadyRunning(String machine, String key, RunId existing) {
            super(
                    "%s is already running for key '%s': run %s; wait for it, attach to it, or"
                                    .formatted(machine, key, existing)
                            + " choose another uniqueness policy");
            this.existing = existing;
        }

        /// Returns the live run.
        public RunId existing() {
            return existing;
        }
    }

    /// One outcome starts two runs of the same machine and key, and the policy is to refuse.
    public static final class StartedTwice extends Refused {
        private static final long serialVersionUID = 1;

        public StartedTwice(String machine, String key) {
            super(
                    ("one outcome starts two runs of %s for key '%s', and its uniqueness policy is"
                                    + " REJECT; give each its own key, start only one of them, or"
                                    + " choose another uniqueness policy")
                            .formatted(machine, key));
        }
    }

    /// A run would wait for the end of one that waits for its own.
    public static final class Circular extends Refused {
        private static final long serialVersionUID = 1;

        public Circular(RunId ancestor) {
            super(
                    "a child cannot start after run %s, which waits for its children: both would"
                                    .formatted(ancestor)
                            + " wait forever; start it without that predecessor, or not as a"
                            + " child");
        }
    }

    /// A call in a body would wait for something that waits for the body itself.
    public static final class WaitsForItself extends Refused {
        private static final long serialVersionUID = 1;

        private WaitsForItself(String message) {
            super(message);
        }

        public static WaitsForItself closing(RunId run) {
            return new WaitsForItself(
                    "the engine cannot be closed inside the body of run %s: closing waits until"
                                    .formatted(run)
                            + " that body has returned; close it on another thread, and return");
        }

        public static WaitsForItself changing() {
            return new WaitsForItself(
                    "this thread is changing it already: a listener cannot change what it is"
                            + " notified of, because that change is not over before the listener"
                            + " has returned; change it on another thread");
        }

        public static WaitsForItself ending(RunId run) {
            return new WaitsForItself(
                    "run %s cannot wait for its own end inside its body: it ends after the body has"
                                    .formatted(run)
                            + " returned");
        }

        public static WaitsForItself related(RunId run, RunId awaited) {
            return new WaitsForItself(
                    ("run %1$s cannot wait for the end of run %2$s inside its body: run %2$s waits"
                                    + " for the end of run %1$s")
                            .formatted(run, awaited));
        }
    }

    /// A run has no result: it ended otherwise than completed, or has not ended.
    public static final class NotCompleted extends Refused {
        private static final long serialVersionUID = 1;

        private final transient Run run;

        NotCompleted(Run run, String what) {
            super(
                    "run %s of %s %s: it is %s in '%s'%s"
                            .formatted(
                                    run.id(),
                                    run.origin().machine(),
                                    what,
                                    run.status(),
                                    run.state(),
                                    reason(run)));
            this.run = run;
        }

        /// Returns the run as it was found.
        public Run run() {
            return run;
        }

        private static String reason(Run run) {
            RunEnd ending = run.condition().ending();
            return ending == null || ending.failure() == null ? "" : " (" + ending.failure() + ")";
        }
    }

    /// A run has ended: it accepts no commands, events or children.
    public static final class Ended extends Refused {
        private static final long serialVersionUID = 1;

        public Ended(String message) {
            super(message);
        }
    }

    /// A run was named together with a machine that it is not a run of.
    public static final class OtherMachine extends Refused {
        private static final long serialVersionUID = 1;

        private OtherMachine(Run run, String expected) {
            super(
                    "expected a run of machine '%s', but run %s is a run of %s"
                            .formatted(expected, run.id(), run.origin().machine()));
        }

        /// Throws unless `run` is a run of the machine called `expected`.
        static void unless(String expected, Run run) {
            if (!run.machine().equals(expected)) throw new OtherMachine(run, expected);
        }
    }

    /// A payload, a key or an inbox is beyond its bound.
    public static final class TooLarge extends Refused {
        private static final long serialVersionUID = 1;

        public TooLarge(String message) {
            super(message);
        }
    }

    /// The engine was closed, or its store failed.
    public static final class Closed extends Refused {
        private static final long serialVersionUID = 1;

        public Closed(String message) {
            super(message);
        }
    }
}
