package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NodeInfo;
import dev.pawl.engine.store.NodeSlot;
import dev.pawl.engine.store.StoreException;
import dev.pawl.servers.Installation;
import dev.pawl.servers.PostgresServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// A server that accepts connections only with a password and over TLS.
@Timeout(120)
final class PostgresAccessTest {
    private static final String SECRET = "open sesame";

    @TempDir private Path directory;
    private PostgresServer server;

    @BeforeEach
    void start() throws IOException, GeneralSecurityException, SQLException, InterruptedException {
        Installation found = Installation.embedded().orElseThrow(TestAbortedException::new);
        makeCertificate();
        // The tests query the server as its superuser, as all tests do; other users must
        // authenticate.
        Path rules = directory.resolve("hba.conf");
        Files.writeString(
                rules,
                """
                host all postgres 127.0.0.1/32 trust
                hostssl all keeper 127.0.0.1/32 scram-sha-256
                """);
        server =
                PostgresServer.start(
                        found,
                        directory.resolve("server"),
                        Map.of(
                                "hba_file", rules.toString(),
                                "ssl", "on",
                                "ssl_cert_file", directory.resolve("server.crt").toString(),
                                "ssl_key_file", directory.resolve("server.key").toString()));
        try (Connection connection = DriverManager.getConnection(server.url(PostgresServer.USER));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("create role keeper login password '%s'".formatted(SECRET));
            statement.executeUpdate("grant create on database postgres to keeper");
        }
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void aNodeWorksWithACertificateAndAPassword() {
        try (PostgresStore store = open(verified(), SECRET)) {
            NodeInfo node = new NodeInfo("a", "here", "1", Set.of(SampleRuns.MACHINE));
            NodeSlot joined = store.cluster().orElseThrow().join(node, Duration.ofSeconds(30));
            store.commit(SampleRuns.commit(SampleRuns.started(1).ownedBy(joined.epoch())));
            assertThat(store.count(Filter.ALL)).isOne();
        }
        assertThat(rows("select count(*) from pawl.run")).isOne();
    }

    @Test
    void aRefusedConnectionNamesTheReason() throws IOException {
        StoreException password = refusal(verified(), "wrong");
        assertThat(password).hasMessageContaining("keeper").hasMessageContaining("user, password");
        assertThat(password.getMessage()).doesNotContain("wrong");
        assertThat(refusal("?sslmode=disable", SECRET)).hasMessageContaining("no encryption");

        Path other = directory.resolve("other.crt");
        Files.writeString(other, "no certificate");
        assertThat(refusal("?sslmode=verify-full&sslrootcert=" + other, SECRET))
                .hasMessageContaining("other.crt");
    }

    private String verified() {
        return "?sslmode=verify-full&sslrootcert=" + directory.resolve("server.crt");
    }

    private PostgresStore open(String parameters, String password) {
        String url = "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(server.port());
        return PostgresStore.open(url + parameters, o -> o.user("keeper").password(password));
    }

    private StoreException refusal(String parameters, String password) {
        return catchThrowableOfType(StoreException.class, () -> open(parameters, password));
    }

    private long rows(String sql) {
        return new PgServer(server.url(PostgresServer.USER)).number(sql);
    }

    /// Creates a self-signed certificate, and writes it and its key in the formats of the server
    /// and the driver.
    private void makeCertificate()
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = directory.resolve("server.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "server",
                                "-keyalg",
                                "RSA",
                                "-dname",
                                "CN=127.0.0.1",
                                "-ext",
                                "san=ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                SECRET)
                        .inheritIO()
                        .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), SECRET.toCharArray());
        write("server.crt", "CERTIFICATE", keys.getCertificate("server").getEncoded());
        byte[] key = keys.getKey("server", SECRET.toCharArray()).getEncoded();
        Path file = write("server.key", "PRIVATE KEY", key);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private Path write(String name, String kind, byte[] content) throws IOException {
        Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return Files.write(
                directory.resolve(name),
                List.of(
                        "-----BEGIN %s-----".formatted(kind),
                        lines.encodeToString(content),
                        "-----END %s-----".formatted(kind)));
    }
}
