package dev.pawl.store;

import dev.pawl.run.After;
import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.Failure;
import dev.pawl.run.Family;
import dev.pawl.run.Lane;
import dev.pawl.run.Links;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Mail;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Progress;
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

/// A run as bytes, all but its request and response: those have columns of their own.
///
/// The first byte is the format's version; [#WITHOUT_PERMITS] is still read. Enums are written by
/// their place, so their order is part of the format: a new constant goes to the end, or a new
/// format version is due.
@SuppressWarnings("EnumOrdinal")
final class RunFormat {
    private static final int VERSION = 2;

    /// The format before runs recorded their permits and how they took their key.
    private static final int WITHOUT_PERMITS = 1;

    private static final RunStatus[] STATUSES = RunStatus.values();
    private static final Mail.Kind[] MAIL_KINDS = Mail.Kind.values();
    private static final After.On[] CONDITIONS = After.On.values();

    private RunFormat() {}

    static void write(ByteSink to, Run run) {
        to.putByte(VERSION);
        to.putLong(run.id().value());
        to.putNumber(run.version());
        writeOrigin(to, run.origin());
        writeCondition(to, run.condition());
        writeProgress(to, run.progress());
        writeData(to, run.data());
        Timing timing = run.timing();
        to.putTime(timing.created());
        to.putTime(timing.updated());
        to.putTime(timing.since());
        to.putTime(timing.timer());
        to.putTime(timing.deadline());
        to.putTime(timing.ended());
        to.putBoolean(run.origin().exclusive());
        PermitNeed permits = run.condition().permits();
        to.putText(permits == null ? null : permits.pool());
        if (permits != null) to.putNumber(permits.count());
    }

    static Run read(ByteSource from, Payload request, @Nullable Payload response) {
        int version = from.takeByte();
        if (version != VERSION && version != WITHOUT_PERMITS) {
            throw new IllegalArgumentException(
                    "a run of format %d is expected, not %d".formatted(VERSION, version));
        }
        RunId id = new RunId(from.takeLong());
        long entries = from.takeNumber();
        Origin origin = readOrigin(from, request);
        Condition condition = readCondition(from);
        Progress progress = readProgress(from);
        Data data = readData(from, response);
        Timing timing =
                new Timing(
                        from.takeTime(),
                        from.takeTime(),
                        from.takeTime(),
                        from.takeNullableTime(),
                        from.takeNullableTime(),
                        from.takeNullableTime());
        Run run = new Run(id, origin, condition, progress, data, timing, entries);
        return version == WITHOUT_PERMITS ? run : readPermits(from, run);
    }

    private static Run readPermits(ByteSource from, Run run) {
        Run taken = from.takeBoolean() ? run.with(run.origin().exclusively()) : run;
        String pool = from.takeNullableText();
        if (pool == null) return taken;
        return taken.with(run.condition().with(new PermitNeed(pool, from.takeInt())));
    }

    static void writeMail(ByteSink to, Mail mail) {
        to.putLong(mail.id());
        to.putLong(mail.to().value());
        to.putByte(mail.kind().ordinal());
        to.putText(mail.name());
        to.putBytes(mail.body().bytes());
        to.putTime(mail.at());
    }

    static Mail readMail(ByteSource from) {
        return new Mail(
                from.takeLong(),
                new RunId(from.takeLong()),
                MAIL_KINDS[from.takeByte()],
                from.takeText(),
                readPayload(from),
                from.takeTime());
    }

    static Payload readPayload(ByteSource from) {
        byte[] bytes = from.takeBytes();
        return bytes == null ? Payload.empty() : Payload.of(bytes);
    }

    static @Nullable Payload readNullablePayload(ByteSource from) {
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
        Lane lane = origin.lane();
        to.putText(lane == null ? null : lane.queue());
        if (lane != null) to.putSigned(lane.priority());
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
        Lane lane = queue == null ? null : new Lane(queue, Math.toIntExact(from.takeSigned()));
        String idempotency = from.takeNullableText();
        int count = from.takeInt();
        Map<String, String> labels = HashMap.newHashMap(count);
        for (int i = 0; i < count; i++) labels.put(from.takeText(), from.takeText());
        return new Origin(machine, key, request, links, lane, idempotency, labels);
    }

    private static void writeLinks(ByteSink to, Links links) {
        writeId(to, links.parent());
        writeAfter(to, links.after());
        writeAfter(to, links.behind());
        writeId(to, links.cause());
    }

    private static void writeAfter(ByteSink to, @Nullable After after) {
        writeId(to, after == null ? null : after.run());
        if (after != null) to.putByte(after.on().ordinal());
    }

    private static @Nullable After readAfter(ByteSource from) {
        RunId run = readId(from);
        return run == null ? null : new After(run, CONDITIONS[from.takeByte()]);
    }

    private static Links readLinks(ByteSource from) {
        RunId parent = readId(from);
        After after = readAfter(from);
        After behind = readAfter(from);
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
        to.putBoolean(progress.cut());
        to.putBoolean(progress.begun());
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
        boolean begun = from.takeBoolean();
        return new Progress(attempt, failures, crashes, entered, visits, error, cut, begun);
    }

    private static void writeData(ByteSink to, Data data) {
        Payload context = data.context();
        to.putBytes(context == null ? null : context.bytes());
        to.putNumber(data.memos().size());
        for (Map.Entry<String, Payload> memo : data.memos().entrySet()) {
            to.putText(memo.getKey());
            to.putBytes(memo.getValue().bytes());
        }
        to.putNumber(data.inbox().size());
        for (Mail mail : data.inbox()) writeMail(to, mail);
        Mail event = data.event();
        to.putBoolean(event != null);
        if (event != null) writeMail(to, event);
        Family family = data.family();
        to.putSigned(family.started());
        to.putSigned(family.succeeded());
        to.putSigned(family.failed());
        to.putBoolean(family.followed());
    }

    private static Data readData(ByteSource from, @Nullable Payload response) {
        Payload context = readNullablePayload(from);
        int memoCount = from.takeInt();
        Map<String, Payload> memos = HashMap.newHashMap(memoCount);
        for (int i = 0; i < memoCount; i++) memos.put(from.takeText(), readPayload(from));
        int mailCount = from.takeInt();
        List<Mail> inbox = new ArrayList<>();
        for (int i = 0; i < mailCount; i++) inbox.add(readMail(from));
        Mail event = from.takeBoolean() ? readMail(from) : null;
        Family family =
                new Family(
                        Math.toIntExact(from.takeSigned()),
                        Math.toIntExact(from.takeSigned()),
                        Math.toIntExact(from.takeSigned()),
                        from.takeBoolean());
        return new Data(response, context, memos, inbox, event, family);
    }
}
