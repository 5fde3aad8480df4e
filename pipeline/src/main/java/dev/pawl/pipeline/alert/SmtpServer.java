package dev.pawl.pipeline.alert;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// A mail server: its address, how the connection is encrypted, and the account to use.
///
/// Each method returns a copy with one more setting.
public record SmtpServer(
        String host,
        int port,
        Tls tls,
        @Nullable Login login,
        Duration timeout,
        @Nullable SSLSocketFactory sockets) {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:_-]{1,253}");
    private static final int PORT_MAX = 65_535;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    public SmtpServer {
        Objects.requireNonNull(host, "a mail server needs a host, found null");
        Objects.requireNonNull(tls, "a mail server needs a kind of TLS, found null");
        Objects.requireNonNull(timeout, "a mail server needs a timeout, found null");
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException(
                    "expected the name or address of a mail server, found '%s'".formatted(host));
        }
        if (port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException("expected a port of 1 to 65535, found " + port);
        }
        if (!timeout.isPositive()) {
            throw new IllegalArgumentException("expected a positive timeout, found " + timeout);
        }
        if (login != null && tls == Tls.NONE) {
            throw new IllegalArgumentException(
                    "expected TLS for the login of %s at %s, found none: the password would be sent"
                                    .formatted(login.user(), host)
                            + " in clear text");
        }
    }

    /// Returns a server without a login, which has one minute for each delivery.
    public static SmtpServer of(String host, int port, Tls tls) {
        return new SmtpServer(host, port, tls, null, TIMEOUT, null);
    }

    /// Returns this server with an account.
    public SmtpServer login(String user, String password) {
        return new SmtpServer(host, port, tls, new Login(user, password), timeout, sockets);
    }

    /// Returns this server with another time limit for a delivery as a whole. Default: one minute.
    public SmtpServer timeout(Duration perDelivery) {
        return new SmtpServer(host, port, tls, login, perDelivery, sockets);
    }

    /// Returns this server with sockets that trust other certificates than the platform does.
    public SmtpServer sockets(SSLSocketFactory factory) {
        return new SmtpServer(host, port, tls, login, timeout, factory);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }

    /// How a connection is encrypted. The server's certificate and name are always verified.
    public enum Tls {
        /// Not at all, for a server on the same machine.
        NONE,
        /// By the command `STARTTLS`, usually on port 587; a server without it is refused.
        STARTTLS,
        /// From the first byte, usually on port 465.
        IMPLICIT
    }

    /// An account; its text has no password.
    public record Login(String user, String password) {
        public Login {
            Objects.requireNonNull(user, "a login needs a user, found null");
            Objects.requireNonNull(password, "a login needs a password, found null");
        }

        @Override
        public String toString() {
            return user;
        }
    }
}
