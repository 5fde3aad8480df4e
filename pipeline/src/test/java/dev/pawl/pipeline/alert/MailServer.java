package dev.pawl.pipeline.alert;

import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.subethamail.smtp.MessageHandler;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.server.SMTPServer;

/// A real SMTP server in this process, which keeps what it accepts.
final class MailServer implements AutoCloseable {
    private final Map<String, RejectException> refused = new ConcurrentHashMap<>();
    private final List<Mail> mails = new CopyOnWriteArrayList<>();
    private final SMTPServer server;

    private MailServer(int port, UnaryOperator<SMTPServer.Builder> options) {
        SMTPServer.Builder builder =
                new SMTPServer.Builder()
                        .bindAddress(InetAddress.getLoopbackAddress())
                        .port(port)
                        .messageHandlerFactory(_ -> new Handler());
        server = options.apply(builder).build();
        server.start();
    }

    static MailServer start(UnaryOperator<SMTPServer.Builder> options) {
        return new MailServer(0, options);
    }

    static MailServer startOn(int port) {
        return new MailServer(port, builder -> builder);
    }

    /// Refuses a recipient with this code from now on.
    void refuse(String recipient, int code, String text) {
        refused.put(recipient, new RejectException(code, text));
    }

    void accept(String recipient) {
        refused.remove(recipient);
    }

    int port() {
        return server.getPortAllocated();
    }

    List<Mail> mails() {
        return List.copyOf(mails);
    }

    @Override
    public void close() {
        server.stop();
    }

    /// A message as it arrived, and whom it was for.
    record Mail(String from, List<String> to, String raw) {
        MimeMessage parsed() throws Exception {
            return new MimeMessage(
                    null, new ByteArrayInputStream(raw.getBytes(StandardCharsets.ISO_8859_1)));
        }

        String text() throws Exception {
            return (String) parsed().getContent();
        }
    }

    private final class Handler implements MessageHandler {
        private final List<String> to = new ArrayList<>();
        private String from = "";

        @Override
        public void from(String sender) {
            from = sender;
        }

        @Override
        public void recipient(String recipient) throws RejectException {
            RejectException refusal = refused.get(recipient);
            if (refusal != null) throw refusal;
            to.add(recipient);
        }

        @Override
        public String data(InputStream data) throws IOException {
            String raw = new String(data.readAllBytes(), StandardCharsets.ISO_8859_1);
            mails.add(new Mail(from, List.copyOf(to), raw));
            return "queued as " + mails.size();
        }

        @Override
        public void done() {}
    }
}
