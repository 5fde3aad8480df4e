package dev.pawl.classes.resource.format;

import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.resource.FieldError;
import dev.pawl.controller.ObjectKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a `ClassRuntime` from its manifest.
///
/// The result is always a resource: what cannot be read has its default, and its errors say what
/// and where. Errors of the status are dropped, because the next write replaces it.
public final class RuntimeReader {
    private RuntimeReader() {}

    public static ClassRuntime read(ResourceManifest manifest) {
        List<FieldError> errors = new ArrayList<>();
        ClassRuntimeSpec spec =
                SpecReader.read(new FieldReader(manifest.at("/spec"), "spec", errors));
        errors.addAll(SpecValidation.errors(spec));
        return new ClassRuntime(
                new ObjectKey(textOr(manifest.namespace()), textOr(manifest.name())),
                manifest.uid(),
                manifest.generation(),
                deletedAt(manifest),
                manifest.finalizers(),
                spec,
                StatusReader.read(
                        new FieldReader(manifest.at("/status"), "status", new ArrayList<>())),
                errors);
    }

    /// Returns a spec from its JSON, as [RuntimeWriter#text] writes it.
    public static ClassRuntimeSpec spec(String json) {
        ResourceManifest parsed = ResourceManifest.parse(json);
        return SpecReader.read(new FieldReader(parsed.tree(), "spec", new ArrayList<>()));
    }

    private static @Nullable Instant deletedAt(ResourceManifest manifest) {
        if (!manifest.isBeingDeleted()) return null;
        try {
            return Instant.parse(manifest.text("/metadata/deletionTimestamp").orElse(""));
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }

    /// Returns a text that a key accepts: a manifest that was never stored may lack a namespace.
    private static String textOr(String text) {
        return text.isEmpty() || text.indexOf('/') >= 0 ? "default" : text;
    }
}
