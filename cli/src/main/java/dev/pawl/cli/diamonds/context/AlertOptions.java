package dev.pawl.cli.diamonds.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
import dev.pawl.pipeline.alert.AlertRoute;
import dev.pawl.pipeline.alert.AlertSettings;
import dev.pawl.pipeline.alert.LogChannel;
import dev.pawl.pipeline.alert.SmtpChannel;
import dev.pawl.pipeline.alert.SmtpServer;
import dev.pawl.pipeline.alert.SmtpServer.Tls;
import dev.pawl.pipeline.alert.WebhookChannel;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Who gets alerts: options, or else the environment. Alerts always go to the log.
public final class AlertOptions {
    private static final String SMTP = "PAWL_SMTP";
    private static final String FROM = "PAWL_MAIL_FROM";
    private static final String TO = "PAWL_MAIL_TO";
    private static final String WEBHOOK = "PAWL_WEBHOOK";
    private static final String USER = "PAWL_SMTP_USER";
    private static final String PASSWORD = "PAWL_SMTP_PASSWORD";
    private static final Pattern SERVER =
            Pattern.compile("(smtps?)://([A-Za-z0-9._-]+|\\[[0-9a-fA-F:]+])(?::(\\d{1,5}))?/?");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d+){3}|::1");
    private static final int SUBMISSION = 587;
    private static final int SUBMISSIONS = 465;

    @Option(
            names = "--smtp",
            paramLabel = "URL",
            description = {
                "Send alerts by e-mail through smtp://HOST[:PORT] (STARTTLS, but not on this"
                        + " machine) or smtps://HOST[:PORT] (default: $"
                        + SMTP
                        + ").",
                "The account is in $" + USER + " and $" + PASSWORD + "."
            })
    @Nullable String smtp;

    @Option(
            names = "--mail-from",
            paramLabel = "ADDRESS",
            description = "Sender of e-mails (default: $" + FROM + ").")
    @Nullable String from;

    @Option(
            names = "--mail-to",
            paramLabel = "ADDRESS",
            split = ",",
            description = "Recipients of e-mails (default: $" + TO + ", separated by commas).")
    List<String> to = new ArrayList<>();

    @Option(
            names = "--webhook",
            paramLabel = "URL",
            description = "Post alerts as JSON to this URL (default: $" + WEBHOOK + ").")
    @Nullable String webhook;

    /// Returns the routes of alerts. Throws if a server or an address cannot be used.
    AlertSettings settings(Shell shell) {
        List<AlertRoute> routes = new ArrayList<>();
        routes.add(AlertRoute.to(new LogChannel()));
        try {
            value(shell, smtp, SMTP)
                    .map(url -> AlertRoute.to(mail(shell, url)))
                    .ifPresent(routes::add);
            value(shell, webhook, WEBHOOK)
                    .map(url -> AlertRoute.to(new WebhookChannel(URI.create(url))))
                    .ifPresent(routes::add);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
        if (routes.size() == 1 && (from != null || !to.isEmpty())) {
            throw CommandException.usage("--mail-from and --mail-to need --smtp URL");
        }
        return AlertSettings.of(routes.toArray(AlertRoute[]::new));
    }

    private SmtpChannel mail(Shell shell, String url) {
        String sender =
                value(shell, from, FROM)
                        .orElseThrow(() ->
                                CommandException.usage(
                                        "--smtp needs a sender: pass --mail-from or set " + FROM));
        List<String> recipients =
                to.isEmpty()
                        ? shell.environment(TO).map(all -> List.of(all.split(" *, *"))).orElse(to)
                        : to;
        if (recipients.isEmpty()) {
            throw CommandException.usage("--smtp needs recipients: pass --mail-to or set " + TO);
        }
        return new SmtpChannel(server(shell, url), sender, recipients);
    }

    private static SmtpServer server(Shell shell, String url) {
        Matcher parts = SERVER.matcher(url);
        if (!parts.matches()) {
            throw CommandException.usage(
                    "expected smtp://HOST[:PORT] or smtps://HOST[:PORT], found '%s'"
                            .formatted(url));
        }
        String host = parts.group(2).replaceAll("[\\[\\]]", "");
        boolean isImplicit = parts.group(1).equals("smtps");
        Tls plain = LOOPBACK.matcher(host).matches() ? Tls.NONE : Tls.STARTTLS;
        String port = parts.group(3);
        int usual = isImplicit ? SUBMISSIONS : SUBMISSION;
        SmtpServer server =
                SmtpServer.of(
                        host,
                        port == null ? usual : Integer.parseInt(port),
                        isImplicit ? Tls.IMPLICIT : plain);
        Optional<String> user = shell.environment(USER);
        if (user.isEmpty()) return server;
        return server.login(user.get(), shell.environment(PASSWORD).orElse(""));
    }

    private static Optional<String> value(Shell shell, @Nullable String option, String variable) {
        return Optional.ofNullable(option).or(() -> shell.environment(variable));
    }
}
