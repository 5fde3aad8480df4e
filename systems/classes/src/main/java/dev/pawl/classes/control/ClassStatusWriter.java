package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.format.RuntimeReader;
import dev.pawl.classes.resource.format.RuntimeWriter;
import dev.pawl.controller.ObjectKey;
import dev.pawl.controller.OwnWrite;
import dev.pawl.controller.StatusWriter;
import java.util.Optional;

/// Writes the status of a class, on the condition that nothing of it has changed since.
public final class ClassStatusWriter implements StatusWriter<ClassView, StatusTarget> {
    private final ClusterLink link;

    public ClassStatusWriter(ClusterLink link) {
        this.link = link;
    }

    @Override
    public boolean differs(ClassView view, StatusTarget update) {
        ClassRuntimeStatus current = view.runtime().status();
        return !update.into(current).saysTheSameAs(current);
    }

    @Override
    public Optional<OwnWrite> write(ObjectKey key, ClassView view, StatusTarget update) {
        ObjectRef ref = new ObjectRef(ResourceKind.CLASS_RUNTIME, key.namespace(), key.name());
        ResourceManifest manifest = link.cached(ref).orElse(null);
        if (manifest == null || !manifest.uid().equals(view.runtime().uid())) {
            return Optional.empty();
        }
        ClassRuntime present = RuntimeReader.read(manifest);
        ClassRuntimeStatus next = update.into(present.status());
        ResourceManifest written =
                link.writer().replaceStatus(RuntimeWriter.withStatus(manifest, next));
        return Optional.of(link.written(ResourceKind.CLASS_RUNTIME, written));
    }
}
