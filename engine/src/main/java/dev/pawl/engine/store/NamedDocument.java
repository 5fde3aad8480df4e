package dev.pawl.engine.store;

import dev.pawl.run.Payload;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A small JSON document with a name that belongs to no run. A commit deletes one without a body.
public record NamedDocument(Kind kind, String name, @Nullable Payload body) {
    /// A name is part of an index; a lease has the names of its pool and its holder.
    public static final int NAME_BYTES_MAX = 2_048;

    public NamedDocument {
        int size = name.getBytes(StandardCharsets.UTF_8).length;
        if (size > NAME_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "expected a name of at most %d bytes in UTF-8, found %d: %s '%.40s…'"
                            .formatted(NAME_BYTES_MAX, size, kind, name));
        }
    }

    /// What a document is about.
    public enum Kind {
        /// A registered definition; the name is the machine's.
        MACHINE,
        /// A queue's settings.
        QUEUE,
        /// When a queue with a rate limit last admitted runs. If nodes share the store, every queue
        /// has one, with a number that each admission changes.
        RATE,
        /// A permit pool's settings.
        POOL,
        /// One lease of a pool.
        PERMIT,
        /// A number that every grant of a pool changes, if nodes share the store.
        GRANT,
        /// A schedule with its next fire time.
        SCHEDULE,
        /// The report of a restart.
        REPORT,
        /// Whether a node was closed gracefully.
        NODE,
        /// How long ended runs of a machine are kept.
        RETENTION,
        /// An unfinished move from another store into this one; the name is the source.
        MOVE,
        /// The settings of a queue or pool as the code last declared them, which an operator may
        /// have overridden.
        DECLARED,
        /// A document of a system that is built on the engine; the name starts with the system's.
        SYSTEM
    }
}
