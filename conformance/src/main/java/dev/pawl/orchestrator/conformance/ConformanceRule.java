package dev.pawl.orchestrator.conformance;

import java.util.List;

/// The rules that the orchestrator relies on, one sentence each.
///
/// A rule builds on others: if one of these is broken, it cannot be checked.
public enum ConformanceRule {
    MADE("the provider can be created any number of times, always with the same configuration"),
    INDEPENDENT("it depends on others, not on itself, and on each of them once"),
    MODERATE("batches, retries and permits are within bounds"),

    READABLE("the source can be read from the start to the end"),
    SAMPLED("the sample is large enough for a check, and not too large"),
    BOUNDED("a chunk has no more records than requested"),
    MOVING("a chunk with records has a cursor that differs from the previous one"),
    EXPECTING("the expected number of records is never negative"),
    ENDED("after the end every further call returns nothing"),
    CLOSABLE("a reading can be closed at any point, and twice"),
    REPEATABLE("opened twice at the same cursor, the source returns the same records"),
    RESUMABLE("from every cursor the source returns what followed it, in chunks of any size"),
    TEXTUAL("a cursor is all that is needed: another instance continues from it"),
    FULL("a full cycle reads everything again, regardless of the last cursor"),

    PURE("the same record always maps to the same entry"),
    NAMED("every entry of a cycle has a URN of its own"),
    MAPPED("every record of the source becomes an entry or a PoisonItem"),
    POISONED("a broken record is a PoisonItem with its reason and payload"),
    UNSPOILT("a bad record does not change how others are mapped"),

    WRITTEN("a batch can be written, and the result accounts for each entry"),
    IDEMPOTENT("a batch that is written again changes nothing, and the result says so"),
    TRACELESS("a batch that was rolled back leaves no trace"),

    INTERRUPTIBLE("a reading that is interrupted ends, and can be closed"),
    UNDISTURBED("a second reading beside the first does not disturb it"),

    COMPLETES("in an engine with one permit the provider completes, and the counts add up"),
    PARALLEL("with as many permits as the provider can use, the result is the same"),
    SURVIVES("killed before and after the commit of each batch, it ends with the same result"),
    PAUSES("paused and resumed after each batch, it ends with the same result"),
    SETTLED("a second cycle with nothing new writes nothing");

    private final String sentence;

    ConformanceRule(String sentence) {
        this.sentence = sentence;
    }

    /// Returns the rule as a sentence.
    public String sentence() {
        return sentence;
    }

    /// Returns the rules that it builds on.
    public List<ConformanceRule> needs() {
        return switch (this) {
            case MADE -> List.of();
            case INDEPENDENT, MODERATE, READABLE -> List.of(MADE);
            case SAMPLED, BOUNDED, MOVING, EXPECTING, ENDED -> List.of(READABLE);
            case CLOSABLE, INTERRUPTIBLE, REPEATABLE, PURE, NAMED, MAPPED -> List.of(SAMPLED);
            case POISONED, WRITTEN -> List.of(MAPPED);
            case RESUMABLE -> List.of(MOVING, REPEATABLE);
            case TEXTUAL -> List.of(RESUMABLE);
            case FULL, UNDISTURBED -> List.of(REPEATABLE);
            case UNSPOILT -> List.of(POISONED, PURE);
            case IDEMPOTENT, TRACELESS -> List.of(WRITTEN);
            case COMPLETES -> List.of(WRITTEN, MOVING);
            case PARALLEL -> List.of(COMPLETES, PURE, REPEATABLE);
            case SURVIVES -> List.of(COMPLETES, PURE, TEXTUAL, TRACELESS);
            case PAUSES -> List.of(COMPLETES, PURE, TEXTUAL);
            case SETTLED -> List.of(COMPLETES, PURE, IDEMPOTENT, FULL);
        };
    }
}
