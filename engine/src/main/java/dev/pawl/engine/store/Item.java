package dev.pawl.engine.store;

import dev.pawl.run.Payload;
import org.jspecify.annotations.Nullable;

/// A small named document that belongs to no run, as JSON text; without a body it is deleted.
public record Item(Kind kind, String name, @Nullable Payload body) {

    /// What an item is about.
    public enum Kind {
        /// A registered definition; the name is the machine's.
        MACHINE,
        /// A queue's settings.
        QUEUE,
        /// When a queue with a rate admitted runs lately; where nodes share the store, of every
        /// queue, with a number that each admission changes.
        RATE,
        /// A permit pool's settings.
        POOL,
        /// One lease of a pool.
        PERMIT,
        /// A number that every grant of a pool changes, where nodes share the store.
        GRANT,
        /// A schedule with its next fire time.
        SCHEDULE,
        /// The report of a restart.
        REPORT,
        /// Whether a node was closed in order.
        NODE,
        /// How long ended runs of a machine are kept.
        RETENTION,
        /// A move from another store into this one that is not finished; the name says from where.
        MOVE,
        /// The settings of a queue or pool as code last declared them; those in force may be
        /// others.
        DECLARED
    }
}
