package dev.pawl.classes.client;

import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.resource.FieldError;
import dev.pawl.classes.resource.format.RuntimeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads the classes of a YAML or JSON file, and says what is wrong and where.
public final class ManifestFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String file;
    private final String namespace;

    /// Creates a reader.
    ///
    /// @param file the name of the file, for messages
    /// @param namespace the namespace of a class that names none
    public ManifestFile(String file, String namespace) {
        this.file = file;
        this.namespace = namespace;
    }

    /// Returns the classes of a text, in order. Throws an `IllegalArgumentException` if one of them
    /// is wrong.
    public List<ResourceManifest> read(String text) {
        List<ResourceManifest> all = new ArrayList<>();
        int number = 0;
        for (Object document : documents(text)) {
            number++;
            if (document != null) all.add(manifest(document, number));
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected a %s in %s, found no document"
                            .formatted(ResourceKind.CLASS_RUNTIME.kind(), file));
        }
        return all;
    }

    private List<Object> documents(String text) {
        LoadSettings settings =
                LoadSettings.builder().setLabel(file).setAllowDuplicateKeys(false).build();
        List<Object> documents = new ArrayList<>();
        try {
            new Load(settings).loadAllFromString(text).forEach(documents::add);
        } catch (MarkedYamlEngineException e) {
            throw new IllegalArgumentException(
                    "expected YAML in %s, found %s%s"
                            .formatted(
                                    file,
                                    e.getProblem(),
                                    e.getProblemMark().map(ManifestFile::place).orElse("")),
                    e);
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException(
                    "expected YAML in %s, found %s".formatted(file, e.getMessage()), e);
        }
        return documents;
    }

    private static String place(Mark mark) {
        return " in line %d, column %d".formatted(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private ResourceManifest manifest(Object document, int number) {
        String where = "document %d of %s".formatted(number, file);
        JsonNode tree = document instanceof Map<?, ?> ? JSON.valueToTree(document) : null;
        if (!(tree instanceof ObjectNode object)) {
            throw new IllegalArgumentException(
                    "%s: expected an object, found %s".formatted(where, document));
        }
        requireKind(where, object);
        if (!(object.path("metadata") instanceof ObjectNode metadata)
                || metadata.path("name").asString("").isBlank()) {
            throw new IllegalArgumentException(
                    where + ": metadata.name: expected a text, found none");
        }
        if (metadata.path("namespace").asString("").isBlank()) metadata.put("namespace", namespace);
        ResourceManifest manifest = ResourceManifest.adopt(object);
        List<FieldError> errors = RuntimeReader.read(manifest).errors();
        if (errors.isEmpty()) return manifest;
        throw new IllegalArgumentException(
                where
                        + ": "
                        + errors.stream()
                                .map(FieldError::toString)
                                .collect(Collectors.joining("; ")));
    }

    private static void requireKind(String where, ObjectNode object) {
        ResourceKind wanted = ResourceKind.CLASS_RUNTIME;
        String apiVersion = object.path("apiVersion").asString("");
        String kind = object.path("kind").asString("");
        if (wanted.apiVersion().equals(apiVersion) && wanted.kind().equals(kind)) return;
        throw new IllegalArgumentException(
                "%s: expected kind %s of apiVersion %s, found %s of %s"
                        .formatted(
                                where,
                                wanted.kind(),
                                wanted.apiVersion(),
                                kind.isEmpty() ? "none" : kind,
                                apiVersion.isEmpty() ? "none" : apiVersion));
    }
}
