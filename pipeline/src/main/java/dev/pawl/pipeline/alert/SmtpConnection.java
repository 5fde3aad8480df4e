package dev.pawl.pipeline.alert;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// One session with a mail server (RFC 5321): greeting, TLS, login, and then one message.
///
/// For one thread. Closing it without [#quit] drops a message whose end was not sent.
final class SmtpConnection implements AutoCloseable {
    private static final int READY = 220;
    private static final int GO_AHEAD = 354;
    private static final int CHALLENGE = 334;
    private static final byte[] END = ".\r\n".getBytes(StandardCharsets.US_ASCII);

    private final SmtpServer server;
    private final long deadline;
    private Socket socket;
    private SmtpStream stream;

    private SmtpConnection(SmtpServer server, Socket socket, long deadline) throws IOException {
        this.server = server;
        this.socket = socket;
        this.deadline = deadline;
        this.stream = new SmtpStream(server, socket, deadline);
    }

    /// Opens a session that is ready for a message.
    static SmtpConnection open(SmtpServer server) throws IOException {
        long deadline = System.nanoTime() + server.timeout().toNanos();
        SmtpConnection connection = new SmtpConnection(server, connect(server, deadline), deadline);
        try {
            connection.greet();
            return connection;
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /// Names the sender, which starts a message.
    void from(MailAddress sender) throws IOException {
        require("MAIL", "MAIL FROM:<%s>".formatted(sender));
    }

    /// Names a recipient and returns the answer, which may be a refusal.
    SmtpReply to(MailAddress recipient) throws IOException {
        stream.writeLine("RCPT TO:<%s>".formatted(recipient));
        return stream.reply("RCPT");
    }

    /// Sends a message, none of whose lines may start with a dot. When this returns, the server is
    /// responsible for it.
    SmtpReply send(byte[] message) throws IOException {
        stream.writeLine("DATA");
        expect("DATA", GO_AHEAD);
        stream.write(message);
        stream.write(END);
        SmtpReply reply = stream.reply("the message");
        if (!reply.isPositive()) throw refused("the message", reply);
        return reply;
    }

    /// Ends the session; the message is delivered, so errors are of no interest.
    void quit() {
        try {
            stream.writeLine("QUIT");
            stream.reply("QUIT");
        } catch (IOException _) {
            // A server may close the connection without an answer.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static Socket connect(SmtpServer server, long deadline) throws IOException {
        Socket socket = new Socket();
        try {
            var address = new InetSocketAddress(server.host(), server.port());
            if (address.isUnresolved()) throw new UnknownHostException("unknown host");
            socket.connect(address, SmtpStream.remaining(deadline));
            return server.tls() == SmtpServer.Tls.IMPLICIT
                    ? encrypted(server, socket, deadline)
                    : socket;
        } catch (IOException e) {
            socket.close();
            throw new IOException("cannot connect to %s: %s".formatted(server, reason(e)), e);
        }
    }

    private void greet() throws IOException {
        expect("CONNECT", READY);
        SmtpReply hello = hello();
        if (server.tls() == SmtpServer.Tls.STARTTLS) {
            startTls(hello);
            hello = hello();
        }
        SmtpServer.Login login = server.login();
        if (login != null) logIn(login, hello);
    }

    private SmtpReply hello() throws IOException {
        return require("EHLO", "EHLO " + literal(socket.getLocalAddress()));
    }

    private void startTls(SmtpReply hello) throws IOException {
        if (hello.extension("STARTTLS").isEmpty()) {
            throw new IOException(
                    "expected %s to offer STARTTLS, found only: %s"
                            .formatted(server, String.join(", ", hello.lines())));
        }
        stream.writeLine("STARTTLS");
        expect("STARTTLS", READY);
        // An attacker could send answers ahead, which would count as sent under TLS.
        if (stream.hasMore()) {
            throw new IOException(
                    "expected %s to wait for TLS after STARTTLS, found more text"
                            .formatted(server));
        }
        try {
            socket = encrypted(server, socket, deadline);
        } catch (IOException e) {
            throw new IOException("no TLS with %s: %s".formatted(server, reason(e)), e);
        }
        stream = new SmtpStream(server, socket, deadline);
    }

    private static Socket encrypted(SmtpServer server, Socket plain, long deadline)
            throws IOException {
        SSLSocketFactory factory =
                server.sockets() == null
                        ? (SSLSocketFactory) SSLSocketFactory.getDefault()
                        : server.sockets();
        plain.setSoTimeout(SmtpStream.remaining(deadline));
        SSLSocket secure =
                (SSLSocket) factory.createSocket(plain, server.host(), server.port(), true);
        SSLParameters parameters = secure.getSSLParameters();
        // Without this, any valid certificate of any name would be accepted.
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    private void logIn(SmtpServer.Login login, SmtpReply hello) throws IOException {
        String offered = hello.extension("AUTH").orElse("");
        List<String> mechanisms = List.of(offered.split(" ", -1));
        if (mechanisms.contains("PLAIN")) {
            String secret = "\0" + login.user() + "\0" + login.password();
            require("AUTH", "AUTH PLAIN " + base64(secret));
        } else if (mechanisms.contains("LOGIN")) {
            stream.writeLine("AUTH LOGIN");
            expect("AUTH", CHALLENGE);
            stream.writeLine(base64(login.user()));
            expect("AUTH", CHALLENGE);
            require("AUTH", base64(login.password()));
        } else {
            throw new IOException(
                    "expected %s to offer AUTH PLAIN or AUTH LOGIN, found '%s'"
                            .formatted(server, offered));
        }
    }

    /// Sends a line; `command` names it in errors, which must not contain a password.
    private SmtpReply require(String command, String line) throws IOException {
        stream.writeLine(line);
        SmtpReply reply = stream.reply(command);
        if (!reply.isPositive()) throw refused(command, reply);
        return reply;
    }

    private void expect(String command, int code) throws IOException {
        SmtpReply reply = stream.reply(command);
        if (reply.code() != code) throw refused(command, reply);
    }

    private SmtpException refused(String command, SmtpReply reply) {
        return new SmtpException(server.toString(), command, reply);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress().replaceFirst("%.*", "");
        return address instanceof Inet6Address
                ? "[IPv6:%s]".formatted(text)
                : "[%s]".formatted(text);
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
