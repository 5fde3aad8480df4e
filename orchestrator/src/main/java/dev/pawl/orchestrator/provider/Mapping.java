package dev.pawl.orchestrator.provider;

/// Makes of a record what is kept: a pure function, called by several threads at once.
@FunctionalInterface
public interface Mapping<R, T> {
    /// Throws [PoisonItem] for a record that cannot be used; it is put aside, and the others go on.
    Entry<T> map(R record) throws PoisonItem;

    /// Maps the payload of a record that was put aside, as [PoisonItem#payload] has it; throws
    /// [PoisonItem] again if it cannot be used, or cannot be read apart from its source.
    default Entry<T> revive(String payload) throws PoisonItem {
        throw new PoisonItem("", "it can only be read from its source again", payload);
    }
}
