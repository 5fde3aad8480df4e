package dev.pawl.pipeline.alert;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// Sends alerts as e-mail.
///
/// A recipient that the server refuses does not keep the message from the others; the delivery then
/// fails and names both. A server that is unreachable, refuses the login or asks to wait is tried
/// again. All attempts have the same `Message-ID`.
public final class SmtpChannel implements AlertChannel {
    private final SmtpServer server;
    private final MailAddress from;
    private final List<MailAddress> to;

    /// Creates the channel `email`. Throws `IllegalArgumentException` if there is no recipient or
    /// an address is not one.
    public SmtpChannel(SmtpServer server, String from, List<String> to) {
        this.server = Objects.requireNonNull(server, "e-mail needs a server, found null");
        this.from = MailAddress.parse(from);
        Objects.requireNonNull(to, "e-mail needs recipients, found null");
        Set<MailAddress> distinct = new LinkedHashSet<>();
        for (String address : to) distinct.add(MailAddress.parse(address));
        this.to = List.copyOf(distinct);
        if (this.to.isEmpty()) {
            throw new IllegalArgumentException("expected 1 or more recipients, found none");
        }
    }

    @Override
    public String name() {
        return "email";
    }

    @Override
    public Result deliver(AlertMessage message) throws IOException {
        List<MailAddress> open =
                to.stream().filter(each -> !message.reached().contains(each.text())).toList();
        if (open.isEmpty()) return new Delivered("all recipients were reached before");
        try (SmtpConnection connection = SmtpConnection.open(server)) {
            Result result = deliver(connection, message, open);
            connection.quit();
            return result;
        }
    }

    private Result deliver(SmtpConnection connection, AlertMessage message, List<MailAddress> open)
            throws IOException {
        Answers answers = new Answers(new TreeSet<>(message.reached()));
        try {
            connection.from(from);
            List<MailAddress> accepted = new ArrayList<>();
            for (MailAddress each : open) {
                SmtpReply reply = connection.to(each);
                if (reply.isPositive()) accepted.add(each);
                else answers.refused(each, reply);
            }
            if (!accepted.isEmpty()) {
                answers.accepted(accepted, connection.send(MailText.of(message, from, to)));
            }
        } catch (SmtpException e) {
            // Only what is said about this message can be final; a session may succeed later.
            if (!e.isPermanent()) throw e;
            return new Rejected(String.valueOf(e.getMessage()));
        }
        return answers.result(server);
    }

    /// What the server answered about the recipients.
    private static final class Answers {
        private final Set<String> reached;
        private final List<String> refusals = new ArrayList<>();
        private boolean isTemporary;
        private String detail = "";

        Answers(Set<String> reached) {
            this.reached = reached;
        }

        void accepted(List<MailAddress> recipients, SmtpReply reply) {
            for (MailAddress each : recipients) reached.add(each.text());
            detail = reply.toString();
        }

        void refused(MailAddress recipient, SmtpReply reply) {
            refusals.add("%s: %s".formatted(recipient, reply));
            isTemporary |= !reply.isPermanent();
        }

        Result result(SmtpServer server) {
            if (refusals.isEmpty()) return new Delivered(detail);
            String reason =
                    "%s refused %s; reached: %s"
                            .formatted(
                                    server,
                                    String.join(", ", refusals),
                                    reached.isEmpty() ? "none" : String.join(", ", reached));
            return isTemporary ? new Deferred(null, reason, reached) : new Rejected(reason);
        }
    }
}
