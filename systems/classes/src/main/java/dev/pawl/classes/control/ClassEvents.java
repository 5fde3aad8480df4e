package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.controller.ActionResult;
import dev.pawl.engine.Host;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Records Kubernetes events about classes. The name of an event follows from what it is about, so
/// that repeating a record adds nothing.
public final class ClassEvents {
    private static final int NAME_BYTES = 8;
    private static final int MESSAGE_CHARS_MAX = 1_024;

    private final ClusterLink link;
    private final Host host;

    public ClassEvents(ClusterLink link, Host host) {
        this.link = link;
        this.host = host;
    }

    /// Records events. Events are hints for people: one that cannot be recorded stops nothing.
    ActionResult record(ClassRuntime runtime, List<ClassAction.Note> notes) {
        int recorded = 0;
        String problem = "";
        for (ClassAction.Note note : notes) {
            try {
                ResourceManifest created =
                        link.writer().create(manifest(runtime, note, host.now()));
                assert !created.uid().isEmpty();
                recorded++;
            } catch (ClusterException.AlreadyExists _) {
                recorded++;
            } catch (ClusterException e) {
                problem = "; " + e.getMessage();
            }
        }
        return ActionResult.done(
                "%d of %d events recorded%s".formatted(recorded, notes.size(), problem));
    }

    /// Records that a class was rolled back.
    public static void rolledBack(
            ClusterClient client, ClassRuntime runtime, String message, Instant at) {
        String id = "%s-RolledBack-%d".formatted(runtime.uid(), runtime.generation());
        var note = new ClassAction.Note(id, false, "RolledBack", message);
        ResourceManifest created = client.create(manifest(runtime, note, at));
        assert !created.uid().isEmpty();
    }

    private static ResourceManifest manifest(
            ClassRuntime runtime, ClassAction.Note note, Instant at) {
        String now = at.truncatedTo(ChronoUnit.SECONDS).toString();
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("apiVersion", ResourceKind.EVENT.apiVersion());
        tree.put("kind", ResourceKind.EVENT.kind());
        tree.putObject("metadata")
                .put("name", runtime.key().name() + "." + digest(note.id()))
                .put("namespace", runtime.key().namespace());
        tree.putObject("involvedObject")
                .put("apiVersion", ResourceKind.CLASS_RUNTIME.apiVersion())
                .put("kind", ResourceKind.CLASS_RUNTIME.kind())
                .put("namespace", runtime.key().namespace())
                .put("name", runtime.key().name())
                .put("uid", runtime.uid());
        tree.put("type", note.isWarning() ? "Warning" : "Normal");
        tree.put("reason", note.reason());
        String message = note.message();
        tree.put(
                "message",
                message.length() <= MESSAGE_CHARS_MAX
                        ? message
                        : message.substring(0, MESSAGE_CHARS_MAX - 1) + "…");
        tree.putObject("source").put("component", ClassActuator.MANAGER);
        tree.put("firstTimestamp", now).put("lastTimestamp", now).put("count", 1);
        return ResourceManifest.adopt(tree);
    }

    private static String digest(String id) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
