package dev.pawl.store.format;

import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.Failure;
import dev.pawl.run.Family;
import dev.pawl.run.Links;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Progress;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run as bytes, without its request and response, which have columns of their own.
///
/// The first byte is the version of the format. Enums are written by their ordinal, so their order
/// is part of the format: add a new constant at the end, or introduce a new version of the format.
@SuppressWarnings("EnumOrdinal")
public final class RunFormat {
    public static final int VERSION = 2;

    private static final RunStatus[] STATUSES = RunStatus.values();
    private static final Message.Kind[] MESSAGE_KINDS = Message.Kind.values();
    private static final Predecessor.On[] CONDITIONS = Predecessor.On.values();

    private RunFormat() {}

    public static void write(ByteSink to, Run run) {
        to.putByte(VERSION);
        to.putLong(run.id().value());
        to.putNumber(run.version());
        writeOrigin(to, run.origin());
        writeCondition(to, run.condition());
        writeProgress(to, run.progress());
        writeData(to, run.data(), null);
        Timing timing = run.timing();
        to.putTime(timing.created());
        to.putTime(timing.updated());
        to.putTime(timing.since());
        to.putTime(timing.timer());
        to.putTime(timing.deadline());
        to.putTime(timing.ended());
        to.putBoolean(run.origin().exclusive());
        writePermits(to, run.condition().permits());
    }

    /// Writes what may change from one commit to the next, except for the response; the values that
    /// a run was started with do not change.
    public static void writeFollowing(ByteSink to, Run run, Run before) {
        to.putLong(run.id().value());
        to.putNumber(run.version());
        writeCondition(to, run.condition());
        writeProgress(to, run.progress());
        writeData(to, run.data(), before.data().inbox());
        Timing timing = run.timing();
        to.putTime(timing.updated());
        to.putTime(timing.since());
        to.putTime(timing.timer());
        to.putTime(timing.deadline());
        to.putTime(timing.ended());
        writePermits(to, run.condition().permits());
    }

    /// Reads the change that follows the run `before`; its id was read already.
    public static Run readFollowing(ByteSource from, Run before, @Nullable Payload response) {
        long entries = from.takeNumber();
        Condition condition = readCondition(from);
        Progress progress = readProgress(from);
        Data data = readData(from, response, before.data().inbox());
        Timing timing =
                new Timing(
                        before.timing().created(),
                        from.takeTime(),
                        from.takeTime(),
                        from.takeNullableTime(),
                        from.takeNullableTime(),
                        from.takeNullableTime());
        Condition permitted = condition.with(readPermits(from));
        return new Run(before.id(), before.origin(), permitted, progress, data, timing, entries);
    }

    public static Run read(ByteSource from, Payload request, @Nullable Payload response) {
        int version = from.takeByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "expected a run of format %d, found %d".formatted(VERSION, version));
        }
        RunId id = new RunId(from.takeLong());
        long entries = from.takeNumber();
        Origin origin = readOrigin(from, request);
        Condition condition = readCondition(from);
        Progress progress = readProgress(from);
        Data data = readData(from, response, null);
        Timing timing =
                new Timing(
                        from.takeTime(),
                        from.takeTime(),
                        from.takeTime(),
                        from.takeNullableTime(),
                        from.takeNullableTime(),
                        from.takeNullableTime());
        Run run = new Run(id, origin, condition, progress, data, timing, entries);
        Run taken = from.takeBoolean() ? run.with(origin.exclusively()) : run;
        return taken.with(condition.with(readPermits(from)));
    }

    private static void writePermits(ByteSink to, @Nullable PermitNeed permits) {
        to.putText(permits == null ? null : permits.pool());
        if (permits != null) to.putNumber(permits.count());
    }

    private static @Nullable PermitNeed readPermits(ByteSource from) {
        String pool = from.takeNullableText();
        return pool == null ? null : new PermitNeed(pool, from.takeInt());
    }

    public static void writeMessage(ByteSink to, Message message) {
        to.putLong(message.id());
        to.putLong(message.to().value());
        to.putByte(message.kind().ordinal());
        to.putText(message.name());
        to.putBytes(message.body().bytes());
        to.putTime(message.at());
    }

    public static Message readMessage(ByteSource from) {
        return new Message(
                from.takeLong(),
                new RunId(from.takeLong()),
                MESSAGE_KINDS[from.takeByte()],
                from.takeText(),
                readPayload(from),
                from.takeTime());
    }

    public static Payload readPayload(ByteSource from) {
        byte[] bytes = from.takeBytes();
        return bytes == null ? Payload.empty() : Payload.of(bytes);
    }

    public static @Nullable Payload readNullablePayload(ByteSource from) {
        byte[] bytes = from.takeBytes();
        return bytes == null ? null : Payload.of(bytes);
    }

    private static void writeOrigin(ByteSink to, Origin origin) {
        MachineRef machine = origin.machine();
        to.putText(machine.name());
        to.putSigned(machine.version());
        to.putText(machine.fingerprint());
        to.putText(origin.key());
        writeLinks(to, origin.links());
        QueuePlace place = origin.queuePlace();
        to.putText(place == null ? null : place.queue());
        if (place != null) to.putSigned(place.priority());
        to.putText(origin.idempotency());
        to.putNumber(origin.labels().size());
        for (Map.Entry<String, String> label : origin.labels().entrySet()) {
            to.putText(label.getKey());
            to.putText(label.getValue());
        }
    }

    private static Origin readOrigin(ByteSource from, Payload request) {
        MachineRef machine =
                new MachineRef(
                        from.takeText(), Math.toIntExact(from.takeSigned()), from.takeText());
        String key = from.takeNullableText();
        Links links = readLinks(from);
        String queue = from.takeNullableText();
        QueuePlace place =
                queue == null ? null : new QueuePlace(queue, Math.toIntExact(from.takeSigned()));
        String idempotency = from.takeNullableText();
        int count = from.takeInt();
        Map<String, String> labels = HashMap.newHashMap(count);
        for (int i = 0; i < count; i++) labels.put(from.takeText(), from.takeText());
        return new Origin(machine, key, request, links, place, idempotency, labels);
    }

    private static void writeLinks(ByteSink to, Links links) {
        writeId(to, links.parent());
        writeAfter(to, links.after());
        writeAfter(to, links.behind());
        writeId(to, links.cause());
    }

    private static void writeAfter(ByteSink to, @Nullable Predecessor after) {
        writeId(to, after == null ? null : after.run());
        if (after != null) to.putByte(after.on().ordinal());
    }

    private static @Nullable Predecessor readAfter(ByteSource from) {
        RunId run = readId(from);
        return run == null ? null : new Predecessor(run, CONDITIONS[from.takeByte()]);
    }

    private static Links readLinks(ByteSource from) {
        RunId parent = readId(from);
        Predecessor after = readAfter(from);
        Predecessor behind = readAfter(from);
        return new Links(parent, after, behind, readId(from));
    }

    private static void writeId(ByteSink to, @Nullable RunId id) {
        to.putBoolean(id != null);
        if (id != null) to.putLong(id.value());
    }

    private static @Nullable RunId readId(ByteSource from) {
        return from.takeBoolean() ? new RunId(from.takeLong()) : null;
    }

    private static void writeCondition(ByteSink to, Condition condition) {
        to.putByte(condition.status().ordinal());
        to.putText(condition.state());
        RunEnd ending = condition.ending();
        to.putByte(ending == null ? 0 : 1 + ending.status().ordinal());
        if (ending != null) writeFailure(to, ending.failure());
        to.putBoolean(condition.pausing());
        RunStatus held = condition.held();
        to.putByte(held == null ? 0 : 1 + held.ordinal());
        to.putText(condition.reason());
    }

    private static Condition readCondition(ByteSource from) {
        RunStatus status = STATUSES[from.takeByte()];
        String state = from.takeText();
        RunStatus end = readStatus(from);
        RunEnd ending = end == null ? null : new RunEnd(end, readFailure(from));
        boolean pausing = from.takeBoolean();
        RunStatus held = readStatus(from);
        return new Condition(status, state, ending, pausing, held, from.takeNullableText());
    }

    private static @Nullable RunStatus readStatus(ByteSource from) {
        int place = from.takeByte();
        return place == 0 ? null : STATUSES[place - 1];
    }

    private static void writeFailure(ByteSink to, @Nullable Failure failure) {
        to.putText(failure == null ? null : failure.type());
        if (failure == null) return;
        to.putText(failure.message());
        to.putText(failure.stack());
    }

    private static @Nullable Failure readFailure(ByteSource from) {
        String type = from.takeNullableText();
        return type == null ? null : new Failure(type, from.takeText(), from.takeNullableText());
    }

    private static void writeProgress(ByteSink to, Progress progress) {
        to.putSigned(progress.attempt());
        to.putSigned(progress.failures());
        to.putSigned(progress.crashes());
        to.putTime(progress.entered());
        to.putNumber(progress.visits().size());
        for (Map.Entry<String, Integer> visit : progress.visits().entrySet()) {
            to.putText(visit.getKey());
            to.putSigned(visit.getValue());
        }
        writeFailure(to, progress.error());
        to.putBoolean(progress.interrupted());
        to.putBoolean(progress.executed());
    }

    private static Progress readProgress(ByteSource from) {
        int attempt = Math.toIntExact(from.takeSigned());
        int failures = Math.toIntExact(from.takeSigned());
        int crashes = Math.toIntExact(from.takeSigned());
        var entered = from.takeTime();
        int count = from.takeInt();
        Map<String, Integer> visits = HashMap.newHashMap(count);
        for (int i = 0; i < count; i++) {
            visits.put(from.takeText(), Math.toIntExact(from.takeSigned()));
        }
        Failure error = readFailure(from);
        boolean cut = from.takeBoolean();
        boolean executed = from.takeBoolean();
        return new Progress(attempt, failures, crashes, entered, visits, error, cut, executed);
    }

    private static void writeData(ByteSink to, Data data, @Nullable List<Message> inboxBefore) {
        Payload context = data.context();
        to.putBytes(context == null ? null : context.bytes());
        to.putNumber(data.memos().size());
        for (Map.Entry<String, Payload> memo : data.memos().entrySet()) {
            to.putText(memo.getKey());
            to.putBytes(memo.getValue().bytes());
        }
        writeInbox(to, data.inbox(), inboxBefore);
        Message event = data.event();
        to.putBoolean(event != null);
        if (event != null) writeMessage(to, event);
        Family family = data.family();
        to.putSigned(family.started());
        to.putSigned(family.succeeded());
        to.putSigned(family.failed());
        to.putBoolean(family.followed());
    }

    /// Writes an inbox, or how it differs from the previous one if that is shorter.
    private static void writeInbox(
            ByteSink to, List<Message> inbox, @Nullable List<Message> before) {
        InboxDelta delta = before == null ? null : InboxDelta.between(before, inbox);
        if (before != null) to.putBoolean(delta != null);
        if (delta == null) {
            to.putNumber(inbox.size());
            for (Message message : inbox) writeMessage(to, message);
        } else {
            delta.write(to);
        }
    }

    private static List<Message> readInbox(ByteSource from, @Nullable List<Message> before) {
        if (before != null && from.takeBoolean()) return InboxDelta.read(from).after(before);
        int count = from.takeInt();
        List<Message> inbox = new ArrayList<>();
        for (int i = 0; i < count; i++) inbox.add(readMessage(from));
        return inbox;
    }

    private static Data readData(
            ByteSource from, @Nullable Payload response, @Nullable List<Message> inboxBefore) {
        Payload context = readNullablePayload(from);
        int memoCount = from.takeInt();
        Map<String, Payload> memos = HashMap.newHashMap(memoCount);
        for (int i = 0; i < memoCount; i++) memos.put(from.takeText(), readPayload(from));
        List<Message> inbox = readInbox(from, inboxBefore);
        Message event = from.takeBoolean() ? readMessage(from) : null;
        Family family =
                new Family(
                        Math.toIntExact(from.takeSigned()),
                        Math.toIntExact(from.takeSigned()),
                        Math.toIntExact(from.takeSigned()),
                        from.takeBoolean());
        return new Data(response, context, memos, inbox, event, family);
    }
}
