package dev.pawl.pipeline.alert;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A channel that keeps what it is given, and answers as a test says.
final class RecordingChannel implements AlertChannel {
    private final String name;
    private final List<AlertMessage> messages = new CopyOnWriteArrayList<>();
    private Answer answer = _ -> new Delivered("ok");

    RecordingChannel(String name) {
        this.name = name;
    }

    /// Answers like this from now on.
    RecordingChannel answering(Answer next) {
        answer = next;
        return this;
    }

    /// Throws from now on.
    RecordingChannel failing(String reason) {
        return answering(_ -> {
            throw new IOException(reason);
        });
    }

    RecordingChannel working() {
        return answering(_ -> new Delivered("ok"));
    }

    List<AlertMessage> messages() {
        return messages;
    }

    List<String> subjects() {
        return messages.stream().map(message -> message.alert().subject()).toList();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Result deliver(AlertMessage message) throws Exception {
        messages.add(message);
        return answer.to(message);
    }

    interface Answer {
        Result to(AlertMessage message) throws Exception;
    }
}
