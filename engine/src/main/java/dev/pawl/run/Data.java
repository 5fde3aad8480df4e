package dev.pawl.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The data of a run: its response so far, its context, its recorded results and its inbox. `event`
/// is the event that led the run to its state.
public record Data(
        @Nullable Payload response,
        @Nullable Payload context,
        Map<String, Payload> memos,
        List<Message> inbox,
        @Nullable Message event,
        Family family) {
    /// The data of a new run.
    public static final Data NONE = new Data(null, null, Map.of(), List.of(), null, Family.NONE);

    public Data {
        memos = Map.copyOf(memos);
        inbox = List.copyOf(inbox);
    }

    /// Returns the data with another response.
    public Data withResponse(@Nullable Payload next) {
        return new Data(next, context, memos, inbox, event, family);
    }

    /// Returns the data with another context.
    public Data withContext(@Nullable Payload next) {
        return new Data(response, next, memos, inbox, event, family);
    }

    /// Returns the data with another recorded result.
    public Data withMemo(String name, Payload value) {
        Map<String, Payload> more = new HashMap<>(memos);
        more.put(name, value);
        return new Data(response, context, more, inbox, event, family);
    }

    /// Returns the data without recorded results, which belong to one visit of a state.
    public Data withoutMemos() {
        return memos.isEmpty() ? this : new Data(response, context, Map.of(), inbox, event, family);
    }

    /// Returns the data of a run that has ended, without recorded results and inbox.
    public Data ended() {
        return new Data(response, context, Map.of(), List.of(), event, family);
    }

    /// Returns the data with `message` at the end of the inbox.
    public Data received(Message message) {
        // An inbox may be large and is copied for each message, so once rather than in a list.
        Message[] more = inbox.toArray(new Message[inbox.size() + 1]);
        more[inbox.size()] = message;
        return new Data(response, context, memos, List.of(more), event, family);
    }

    /// Returns the data with `message` moved from the inbox to `event`.
    public Data consumed(Message message) {
        return new Data(response, context, memos, inboxWithout(message), message, family);
    }

    /// Returns the data with `message` removed from the inbox.
    public Data without(Message message) {
        return new Data(response, context, memos, inboxWithout(message), event, family);
    }

    private List<Message> inboxWithout(Message message) {
        int at = inbox.indexOf(message);
        if (at < 0) return inbox;
        Message[] rest = inbox.subList(1, inbox.size()).toArray(new Message[0]);
        for (int i = 0; i < at; i++) rest[i] = inbox.get(i);
        return List.of(rest);
    }

    /// Returns the data with another family.
    public Data withFamily(Family next) {
        if (next.equals(family)) return this;
        return new Data(response, context, memos, inbox, event, next);
    }
}
