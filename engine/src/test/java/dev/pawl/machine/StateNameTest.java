package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// States that are constants of an enum.
final class StateNameTest {
    private static final Body<String, String> BODY = a -> a.next("x");

    enum Pull {
        CHECK_EXISTS,
        DOWNLOAD,
        SIGNATURE,
        UNPACK,
        COMPLETE,
        FORGOTTEN
    }

    private enum OtherSpelling {
        Check_Exists
    }

    record Signed() {}

    private static MachineBuilder<String, String> pull() {
        return Machine.named("pull", String.class, String.class);
    }

    @Test
    void aConstantNamesAStateInLowerCaseWithHyphens() {
        assertThat(StateName.of(Pull.CHECK_EXISTS)).isEqualTo("check-exists");
        assertThat(StateName.of(Pull.DOWNLOAD)).isEqualTo("download");
        assertThatThrownBy(() -> StateName.of(null))
                .hasMessage("expected a constant that names a state, found null");
    }

    @Test
    void constantsAndNamesBuildTheSameMachine() {
        Machine<String, String> constants =
                pull().step(Pull.CHECK_EXISTS, BODY)
                        .step(
                                Pull.DOWNLOAD,
                                BODY,
                                s ->
                                        s.goesTo(Pull.UNPACK)
                                                .interruptedBy(Signed.class, Pull.UNPACK)
                                                .recovery(
                                                        Recovery.cleanUpAndGoTo(Pull.CHECK_EXISTS),
                                                        BODY))
                        .await(
                                Pull.SIGNATURE,
                                w ->
                                        w.on(Signed.class, Pull.UNPACK)
                                                .after(Duration.ofDays(1), Pull.DOWNLOAD)
                                                .children(Join.all(), Pull.UNPACK))
                        .step(
                                Pull.UNPACK,
                                BODY,
                                s -> s.goesTo(Pull.DOWNLOAD, 3).loopsTo(Pull.CHECK_EXISTS))
                        .end(Pull.COMPLETE)
                        .removed("look", Pull.CHECK_EXISTS)
                        .build();
        Machine<String, String> names =
                pull().step("check-exists", BODY)
                        .step(
                                "download",
                                BODY,
                                s ->
                                        s.goesTo("unpack")
                                                .interruptedBy(Signed.class, "unpack")
                                                .recovery(
                                                        Recovery.cleanUpAndGoTo("check-exists"),
                                                        BODY))
                        .await(
                                "signature",
                                w ->
                                        w.on(Signed.class, "unpack")
                                                .after(Duration.ofDays(1), "download")
                                                .children(Join.all(), "unpack"))
                        .step("unpack", BODY, s -> s.goesTo("download", 3).loopsTo("check-exists"))
                        .end("complete")
                        .removed("look", "check-exists")
                        .build();
        assertThat(constants.definition()).isEqualTo(names.definition());
    }

    @Test
    void twoConstantsWithTheSameNameAreRefused() {
        var twice = pull().step(Pull.CHECK_EXISTS, BODY).step(OtherSpelling.Check_Exists, BODY);
        assertThatThrownBy(twice::build)
                .isInstanceOf(InvalidMachine.class)
                .hasMessageContaining("two states are called 'check-exists'");
        var mixed = pull().step(Pull.DOWNLOAD, BODY).step("download", BODY);
        assertThatThrownBy(mixed::build).hasMessageContaining("two states are called 'download'");
    }

    @Test
    void aConstantThatIsNoStateOfTheMachineIsRefused() {
        var missing = pull().step(Pull.DOWNLOAD, BODY, s -> s.goesTo(Pull.FORGOTTEN));
        assertThatThrownBy(missing::build)
                .isInstanceOf(InvalidMachine.class)
                .hasMessageContaining("'download' leads to 'forgotten', which does not exist");
    }

    @Test
    void aMisspelledConstantDoesNotCompile(@TempDir Path classes) throws Exception {
        String good =
                "Machine.named(\"pull\", String.class, String.class).step(Pull.DOWNLOAD, null)";
        assertThat(errors(classes, good)).isEmpty();
        assertThat(errors(classes, good.replace("DOWNLOAD", "DOWNLAOD")))
                .singleElement()
                .asString()
                .contains("DOWNLAOD");
    }

    /// Compiles a class that builds a machine, and returns the compiler's errors.
    private static List<String> errors(Path classes, String expression) throws Exception {
        String source =
                """
                import dev.pawl.machine.*;
                class Example {
                    enum Pull { DOWNLOAD }
                    Object machine = %s;
                }
                """
                        .formatted(expression);
        JavaFileObject file =
                new SimpleJavaFileObject(
                        URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        URI engine = Machine.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        List<String> options =
                List.of("-proc:none", "-d", classes.toString(), "-cp", new File(engine).getPath());
        ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, found, options, null, List.of(file))
                .call();
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                .map(each -> each.getMessage(null))
                .toList();
    }
}
