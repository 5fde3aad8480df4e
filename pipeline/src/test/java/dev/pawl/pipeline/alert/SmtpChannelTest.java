package dev.pawl.pipeline.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.pawl.pipeline.alert.Alert.Severity;
import dev.pawl.pipeline.alert.AlertChannel.Deferred;
import dev.pawl.pipeline.alert.AlertChannel.Delivered;
import dev.pawl.pipeline.alert.AlertChannel.Rejected;
import dev.pawl.pipeline.alert.SmtpServer.Tls;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.subethamail.smtp.auth.EasyAuthenticationHandlerFactory;
import org.subethamail.smtp.auth.LoginFailedException;
import org.subethamail.smtp.server.SMTPServer;

/// E-mail through a real server, and through one that answers as it should not.
class SmtpChannelTest {
    private static final String HOST = "127.0.0.1";
    private static final AlertMessage MESSAGE =
            SampleAlerts.message(SampleAlerts.consolidationFailed(Severity.CRITICAL));
    private static final String[] UNTIL_DATA = {
        "220 ready\r\n", "250 hello\r\n", "250 sender\r\n", "250 recipient\r\n"
    };

    @TempDir Path directory;

    /// DIA-41: the texts of the document arrive as they are.
    @Test
    void theTextsOfTheDocumentArrive() throws Exception {
        try (MailServer server = MailServer.start(builder -> builder)) {
            var result = channel(server, "ann@example.com", "bob@example.com").deliver(MESSAGE);

            assertThat(result).isEqualTo(new Delivered("250 queued as 1"));
            MailServer.Mail mail = only(server);
            assertThat(mail.from()).isEqualTo("pawl@example.com");
            assertThat(mail.to()).containsExactly("ann@example.com", "bob@example.com");
            MimeMessage parsed = mail.parsed();
            assertThat(parsed.getSubject()).isEqualTo("Consolidation Failed");
            assertThat(mail.text())
                    .startsWith("Run 7f3a failed. Watermark NOT advanced.\r\n")
                    .contains("trace-7f3a", "CRITICAL");
            assertThat(parsed.getAllRecipients())
                    .extracting(Object::toString)
                    .containsExactly("ann@example.com", "bob@example.com");
            assertThat(parsed.getMessageID()).isEqualTo("<alert-1-abc@example.com>");
            assertThat(parsed.getSentDate().toInstant()).isEqualTo(MESSAGE.at());
        }
    }

    @Test
    void everyAttemptSendsTheSameBytes() throws Exception {
        try (MailServer server = MailServer.start(builder -> builder)) {
            SmtpChannel channel = channel(server, "ann@example.com");
            channel.deliver(MESSAGE);
            channel.deliver(MESSAGE);

            assertThat(server.mails()).hasSize(2);
            assertThat(sent(server, 0)).isEqualTo(sent(server, 1));
        }
    }

    @Test
    void otherAlphabetsSurvive() throws Exception {
        String subject = "Größe 5 ct, цена ↑, 钻石 💎 ".repeat(6).strip();
        String text = "Zeile 1\nстрока 2\r\n第三行 💎\n.\n..\nFrom here";
        try (MailServer server = MailServer.start(builder -> builder)) {
            channel(server, "ann@example.com")
                    .deliver(SampleAlerts.message(SampleAlerts.of(subject, text)));

            assertThat(only(server).parsed().getSubject()).isEqualTo(subject);
            assertThat(only(server).text())
                    .startsWith("Zeile 1\r\nстрока 2\r\n第三行 💎\r\n.\r\n..\r\nFrom here\r\n");
            assertThat(only(server).raw().lines())
                    .isNotEmpty()
                    .allMatch(line -> line.length() <= 76);
        }
    }

    @Test
    void noTextBecomesAHeaderOrACommand() throws Exception {
        String evil = "Hi\r\nBcc: eve@example.com\r\n\r\n.\r\nRSET\r\nMAIL FROM:<eve@example.com>";
        var alert = new Alert(evil, Severity.ERROR, evil, evil, evil, evil);
        try (MailServer server = MailServer.start(builder -> builder)) {
            channel(server, "ann@example.com").deliver(SampleAlerts.message(alert));

            MailServer.Mail mail = only(server);
            assertThat(mail.to()).containsExactly("ann@example.com");
            assertThat(mail.parsed().getHeader("Bcc")).isNull();
            assertThat(mail.parsed().getSubject())
                    .isEqualTo("Hi Bcc: eve@example.com . RSET MAIL FROM:<eve@example.com>");
            assertThat(mail.text()).contains("\r\nBcc: eve@example.com\r\n");
        }
    }

    @Test
    void aSubjectThatLooksEncodedIsShownAsItIs() throws Exception {
        String subject = "=?UTF-8?B?SGk=?=";
        try (MailServer server = MailServer.start(builder -> builder)) {
            channel(server, "ann@example.com")
                    .deliver(SampleAlerts.message(SampleAlerts.of(subject, "")));

            assertThat(only(server).parsed().getSubject()).isEqualTo(subject);
        }
    }

    @Test
    void aTextOfAMegabyteIsShortened() throws Exception {
        var alert = SampleAlerts.of("big", "x".repeat(1 << 20));
        try (MailServer server = MailServer.start(builder -> builder)) {
            assertThat(channel(server, "ann@example.com").deliver(SampleAlerts.message(alert)))
                    .isInstanceOf(Delivered.class);
            assertThat(only(server).text()).hasSizeLessThan(Alert.TEXT_CHARS_MAX + 500);
        }
    }

    @Test
    void logsInUnderStartTls() throws Exception {
        SSLContext context = TestCertificates.of(directory, "ip:" + HOST);
        List<String> logins = new CopyOnWriteArrayList<>();
        try (MailServer server = MailServer.start(secured(context, logins))) {
            var smtp =
                    SmtpServer.of(HOST, server.port(), Tls.STARTTLS)
                            .sockets(context.getSocketFactory())
                            .login("üser", "pässword");
            assertThat(channel(smtp).deliver(MESSAGE)).isInstanceOf(Delivered.class);
            assertThat(logins).containsExactly("üser");

            assertThatThrownBy(() -> channel(smtp.login("üser", "secret")).deliver(MESSAGE))
                    .asInstanceOf(type(SmtpException.class))
                    .satisfies(e -> assertThat(e.command()).isEqualTo("AUTH"))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(535))
                    .satisfies(e -> assertThat(e).hasMessageContaining("535"))
                    .satisfies(e -> assertThat(e.toString()).doesNotContain("secret"));
            assertThat(server.mails()).hasSize(1);
        }
    }

    @Test
    void sendsUnderTlsFromTheFirstByte() throws Exception {
        SSLContext context = TestCertificates.of(directory, "ip:" + HOST);
        try (MailServer server =
                MailServer.start(builder -> builder.serverSocketFactory(context))) {
            var smtp =
                    SmtpServer.of(HOST, server.port(), Tls.IMPLICIT)
                            .sockets(context.getSocketFactory());

            assertThat(channel(smtp).deliver(MESSAGE)).isInstanceOf(Delivered.class);
        }
    }

    @Test
    void aCertificateOfAnotherNameOrIssuerIsRefused() throws Exception {
        SSLContext other = TestCertificates.of(directory, "dns:other.example.com");
        try (MailServer server = MailServer.start(secured(other, new CopyOnWriteArrayList<>()))) {
            var smtp = SmtpServer.of(HOST, server.port(), Tls.STARTTLS);

            assertThatThrownBy(
                            () -> channel(smtp.sockets(other.getSocketFactory())).deliver(MESSAGE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no TLS with 127.0.0.1");
            assertThatThrownBy(() -> channel(smtp).deliver(MESSAGE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no TLS with 127.0.0.1");
            assertThat(server.mails()).isEmpty();
        }
    }

    @Test
    void aServerWithoutStartTlsGetsNothing() throws Exception {
        try (MailServer server = MailServer.start(builder -> builder)) {
            var smtp = SmtpServer.of(HOST, server.port(), Tls.STARTTLS).login("ann", "secret");

            assertThatThrownBy(() -> channel(smtp).deliver(MESSAGE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("to offer STARTTLS, found only");
        }
    }

    @Test
    void answersThatWereSentAheadOfTlsAreRefused() throws Exception {
        try (var server =
                new ScriptedServer(
                        "220 ready\r\n",
                        "250-hello\r\n250 STARTTLS\r\n",
                        "220 go ahead\r\n250 injected\r\n",
                        ScriptedServer.SILENCE)) {
            var smtp = SmtpServer.of(HOST, server.port(), Tls.STARTTLS);

            assertThatThrownBy(() -> channel(smtp).deliver(MESSAGE))
                    .hasMessageContaining("to wait for TLS after STARTTLS, found more text");
        }
    }

    @Test
    void aRefusedRecipientDoesNotKeepTheOthersFromIt() throws Exception {
        try (MailServer server = MailServer.start(builder -> builder)) {
            server.refuse("bob@example.com", 550, "no such user");
            var result = channel(server, "bob@example.com", "ann@example.com").deliver(MESSAGE);

            assertThat(result)
                    .asInstanceOf(type(Rejected.class))
                    .extracting(Rejected::reason)
                    .asString()
                    .contains("bob@example.com: 550 no such user; reached: ann@example.com");
            assertThat(only(server).to()).containsExactly("ann@example.com");
        }
    }

    @Test
    void aRecipientThatIsRefusedForNowIsTriedAgainAlone() throws Exception {
        try (MailServer server = MailServer.start(builder -> builder)) {
            server.refuse("bob@example.com", 451, "greylisted");
            SmtpChannel channel = channel(server, "ann@example.com", "bob@example.com");
            var later = (Deferred) channel.deliver(MESSAGE);
            assertThat(later.reached()).containsExactly("ann@example.com");
            assertThat(later.reason()).contains("bob@example.com: 451 greylisted");

            server.accept("bob@example.com");
            var again =
                    new AlertMessage(MESSAGE.id(), MESSAGE.at(), MESSAGE.alert(), later.reached());
            assertThat(channel.deliver(again)).isInstanceOf(Delivered.class);
            assertThat(server.mails())
                    .extracting(MailServer.Mail::to)
                    .containsExactly(List.of("ann@example.com"), List.of("bob@example.com"));

            var done =
                    new AlertMessage(
                            MESSAGE.id(),
                            MESSAGE.at(),
                            MESSAGE.alert(),
                            Set.of("ann@example.com", "bob@example.com"));
            assertThat(channel.deliver(done)).isInstanceOf(Delivered.class);
            assertThat(server.mails()).hasSize(2);
        }
    }

    @Test
    void ifAllRecipientsAreRefusedNothingIsSent() throws Exception {
        try (MailServer server = MailServer.start(builder -> builder)) {
            server.refuse("bob@example.com", 550, "no such user");

            assertThat(channel(server, "bob@example.com").deliver(MESSAGE))
                    .asInstanceOf(type(Rejected.class))
                    .satisfies(found -> assertThat(found.reason()).endsWith("reached: none"));
            assertThat(server.mails()).isEmpty();
        }
    }

    @Test
    void aServerThatIsDownIsNamed() throws Exception {
        int port;
        try (MailServer server = MailServer.start(builder -> builder)) {
            port = server.port();
        }
        SmtpChannel channel = channel(SmtpServer.of(HOST, port, Tls.NONE));
        assertThatThrownBy(() -> channel.deliver(MESSAGE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot connect to 127.0.0.1:" + port);
        try (MailServer server = MailServer.startOn(port)) {
            assertThat(channel.deliver(MESSAGE)).isInstanceOf(Delivered.class);
            assertThat(server.mails()).hasSize(1);
        }
    }

    @Test
    void anUnknownHostIsNamed() {
        assertThatThrownBy(
                        () -> channel(SmtpServer.of("mail.invalid", 25, Tls.NONE)).deliver(MESSAGE))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot connect to mail.invalid:25: unknown host");
    }

    @Test
    void aServerThatHangsIsLeftAfterTheTimeout() throws Exception {
        try (var server = new ScriptedServer("220 ready\r\n", ScriptedServer.SILENCE)) {
            assertThatThrownBy(() -> channel(quick(server)).deliver(MESSAGE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("to EHLO within PT0.3S, found none");
        }
    }

    @Test
    void aServerThatClosesInTheMiddleOfTheMessageHasNotGotIt() throws Exception {
        try (var server = new ScriptedServer(plus(UNTIL_DATA, "354 go ahead\r\n"))) {
            assertThatThrownBy(() -> channel(quick(server)).deliver(MESSAGE))
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching(
                            "(expected an answer of .* to the message, found the connection closed"
                                    + "|Connection reset.*|Broken pipe.*)");
        }
    }

    @Test
    void aRefusedMessageIsFinalAndABusyServerIsNot() throws Exception {
        try (var server = new ScriptedServer(plus(UNTIL_DATA, "554 no spam\r\n"))) {
            assertThat(channel(quick(server)).deliver(MESSAGE))
                    .asInstanceOf(type(Rejected.class))
                    .satisfies(
                            r -> assertThat(r.reason()).endsWith("answered 554 no spam to DATA"));
        }
        try (var server = new ScriptedServer("421 busy\r\n")) {
            assertThatThrownBy(() -> channel(quick(server)).deliver(MESSAGE))
                    .asInstanceOf(type(SmtpException.class))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(421))
                    .satisfies(e -> assertThat(e.isPermanent()).isFalse());
        }
    }

    @Test
    void aServerThatSpeaksAnotherProtocolIsNamed() throws Exception {
        try (var server = new ScriptedServer("HTTP/1.1 400 Bad\7 Request\r\n")) {
            assertThatThrownBy(() -> channel(quick(server)).deliver(MESSAGE))
                    .hasMessageContaining("expected an SMTP answer")
                    .hasMessageContaining("'HTTP/1.1 400 Bad? Request'");
        }
        try (var server = new ScriptedServer("220-more\r\n".repeat(300))) {
            assertThatThrownBy(() -> channel(quick(server)).deliver(MESSAGE))
                    .hasMessageContaining("at most 200 lines");
        }
        try (var server = new ScriptedServer("220 " + "x".repeat(5_000))) {
            assertThatThrownBy(() -> channel(quick(server)).deliver(MESSAGE))
                    .hasMessageContaining("at most 4096 bytes");
        }
    }

    @Test
    void badSettingsAreRefused() {
        SmtpServer server = SmtpServer.of(HOST, 25, Tls.NONE);
        assertThatThrownBy(() -> new SmtpChannel(server, "a@example.com", List.of()))
                .hasMessage("expected 1 or more recipients, found none");
        for (String bad :
                List.of("", "@", "a@", "@b", "a b@c", "a@b\r\nRCPT TO:<e@f>", "<a@b>", "a@b,c@d")) {
            assertThatThrownBy(() -> new SmtpChannel(server, "a@example.com", List.of(bad)))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected an e-mail address");
            assertThatThrownBy(() -> new SmtpChannel(server, bad, List.of("a@example.com")))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> server.login("ann", "secret"))
                .hasMessageContaining("expected TLS for the login of ann");
        assertThatThrownBy(() -> SmtpServer.of("a b", 25, Tls.NONE)).hasMessageContaining("'a b'");
        assertThatThrownBy(() -> SmtpServer.of(HOST, 0, Tls.NONE)).hasMessageContaining("port");
        assertThatThrownBy(() -> server.timeout(Duration.ZERO)).hasMessageContaining("timeout");
        var account = SmtpServer.of(HOST, 25, Tls.STARTTLS).login("ann", "secret");
        assertThat(account.toString() + account.login()).doesNotContain("secret");
    }

    private static UnaryOperator<SMTPServer.Builder> secured(
            SSLContext context, List<String> logins) {
        var accounts =
                new EasyAuthenticationHandlerFactory((user, password, _) -> {
                    if (!password.equals("pässword")) throw new LoginFailedException();
                    logins.add(user);
                });
        return builder ->
                builder.requireTLS()
                        .startTlsSocketFactory(context)
                        .requireAuth()
                        .authenticationHandlerFactory(accounts);
    }

    private static SmtpServer quick(ScriptedServer server) {
        return SmtpServer.of(HOST, server.port(), Tls.NONE).timeout(Duration.ofMillis(300));
    }

    private static SmtpChannel channel(MailServer server, String... to) {
        return new SmtpChannel(
                SmtpServer.of(HOST, server.port(), Tls.NONE), "pawl@example.com", List.of(to));
    }

    private static SmtpChannel channel(SmtpServer server) {
        return new SmtpChannel(server, "pawl@example.com", List.of("ann@example.com"));
    }

    private static String[] plus(String[] some, String last) {
        String[] all = Arrays.copyOf(some, some.length + 1);
        all[some.length] = last;
        return all;
    }

    private static MailServer.Mail only(MailServer server) {
        assertThat(server.mails()).hasSize(1);
        return server.mails().getFirst();
    }

    /// Returns a message without the header that the server adds.
    private static String sent(MailServer server, int index) {
        String all = server.mails().get(index).raw();
        return all.substring(all.indexOf("Date: "));
    }
}
