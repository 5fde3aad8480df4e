package dev.pawl.orchestrator.conformance;

import java.util.List;

/// What an orchestration relies on, each in a sentence.
///
/// A rule builds on others: if one of these is broken, it cannot be checked.
public enum Rule {
    MADE("the provider can be made any number of times, each time with the same configuration"),
    INDEPENDENT("it depends on others, not on itself, and on each of them once"),
    MODERATE("batches, retries and permits are within reason"),

    READABLE("the source can be read from the beginning to the end"),
    SAMPLED("there are enough records to tell, and not too many to wait for"),
    BOUNDED("a portion has no more records than were asked for"),
    MOVING("a portion with records has a cursor, and another one than before"),
    EXPECTING("the number of records to expect is never negative"),
    ENDED("after the end there is nothing, however often somebody asks"),
    CLOSABLE("a reading can be closed at any point, and twice"),
    REPEATABLE("opened twice at the same place, the source gives the same records"),
    RESUMABLE("from every cursor the rest is what followed it, in portions of any size"),
    TEXTUAL("a cursor is all that is needed: another instance goes on from it"),
    FULL("a full cycle reads everything again, whatever the last cursor knows"),

    PURE("the same record gives the same entry"),
    NAMED("every entry of a cycle has a URN of its own"),
    MAPPED("every record of the source becomes an entry or a PoisonItem"),
    POISONED("a broken record is a PoisonItem with its reason and payload"),
    UNSPOILT("a bad record does not change what becomes of the others"),

    WRITTEN("a batch can be written, and the sink says what became of each entry"),
    IDEMPOTENT("a batch that is written again changes nothing, and the sink says so"),
    TRACELESS("a batch that was rolled back has left no trace"),

    INTERRUPTIBLE("a reading that is interrupted ends, and can be closed"),
    UNDISTURBED("a second reading beside the first does not disturb it"),

    COMPLETES("in an engine with one permit it completes, and the counts add up"),
    PARALLEL("with as many permits as it can use the result is the same"),
    SURVIVES("killed before and after the commit of each batch, it ends with the same result"),
    PAUSES("paused and resumed after each batch, it ends with the same result"),
    SETTLED("a second cycle with nothing new writes nothing");

    private final String sentence;

    Rule(String sentence) {
        this.sentence = sentence;
    }

    /// Returns the rule in words.
    public String sentence() {
        return sentence;
    }

    /// Returns the rules that it builds on.
    public List<Rule> needs() {
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
