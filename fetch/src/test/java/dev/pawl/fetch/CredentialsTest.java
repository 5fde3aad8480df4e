package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.fetch.s3.S3Access;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CredentialsTest {
    /// I17: requests are anonymous only if the caller asks for it.
    @Test
    void areChosenByName() {
        assertThat(Credentials.parse("default")).isEqualTo(new Credentials.Default());
        assertThat(Credentials.parse("environment")).isEqualTo(new Credentials.Environment());
        assertThat(Credentials.parse("profile:ci")).isEqualTo(new Credentials.Profile("ci"));
        assertThat(Credentials.parse("anonymous")).isEqualTo(new Credentials.Anonymous());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Default", "profile", "profile:", "static", "anonymous "})
    void areNotGuessed(String text) {
        assertThatThrownBy(() -> Credentials.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected");
    }

    @Test
    void areReadFromTwoVariables() {
        Map<String, String> environment = Map.of("ID", "me", "SECRET", "hidden", "EMPTY", " ");
        assertThat(Credentials.ofVariables(environment, "ID", "SECRET"))
                .isEqualTo(new Credentials.Static("me", "hidden", null));
        assertThatThrownBy(() -> Credentials.ofVariables(environment, "ID", "EMPTY"))
                .hasMessageContaining("variable EMPTY");
        assertThatThrownBy(() -> Credentials.ofVariables(environment, "NONE", "SECRET"))
                .hasMessageContaining("variable NONE");
    }

    @Test
    void keepTheirSecretsOutOfTexts() {
        Credentials pair = new Credentials.Static("me", "hidden", "token");
        assertThat(pair.toString()).contains("me").doesNotContain("hidden").doesNotContain("token");
        assertThat(S3Access.of(pair).toString()).doesNotContain("hidden").doesNotContain("token");
    }
}
