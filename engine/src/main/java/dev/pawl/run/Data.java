package dev.pawl.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run carries: the response so far, its own context, recorded results and its inbox.
public record Data(
        @Nullable Payload response,
        @Nullable Payload context,
        Map<String, Payload> memos,
        List<Mail> inbox,
        @Nullable Mail event,
        Family family) {
    /// Nothing yet.
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

    /// Returns the data with one recorded result more.
    public Data withMemo(String name, Payload value) {
        Map<String, Payload> more = new HashMap<>(memos);
        more.put(name, value);
        return new Data(response, context, more, inbox, event, family);
    }

    /// Returns the data without recorded results: they belong to a state.
    public Data withoutMemos() {
        return memos.isEmpty() ? this : new Data(response, context, Map.of(), inbox, event, family);
    }

    /// Returns the data of a run that has ended: what nobody will ask for is gone.
    public Data over() {
        return new Data(response, context, Map.of(), List.of(), event, family);
    }

    /// Returns the data with `mail` at the end of the inbox.
    public Data received(Mail mail) {
        List<Mail> more = new ArrayList<>(inbox);
        more.add(mail);
        return new Data(response, context, memos, more, event, family);
    }

    /// Returns the data with `mail` taken from the inbox as the event that moved the run.
    public Data consumed(Mail mail) {
        List<Mail> rest = new ArrayList<>(inbox);
        rest.remove(mail);
        return new Data(response, context, memos, rest, mail, family);
    }

    /// Returns the data with `mail` taken from the inbox, and nothing else.
    public Data without(Mail mail) {
        List<Mail> rest = new ArrayList<>(inbox);
        rest.remove(mail);
        return new Data(response, context, memos, rest, event, family);
    }

    /// Returns the data with another family.
    public Data withFamily(Family next) {
        return new Data(response, context, memos, inbox, event, next);
    }
}
