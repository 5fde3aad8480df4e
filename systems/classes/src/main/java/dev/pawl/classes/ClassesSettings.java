package dev.pawl.classes;

import dev.pawl.classes.control.LeaseSettings;
import dev.pawl.classes.evaluation.EvaluationConfig;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.classes.template.RenderSettings;
import dev.pawl.classes.template.Templates;
import dev.pawl.controller.ControllerSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of a class runtime manager.
///
/// @param namespaces the namespaces whose classes are controlled; empty: all of them
/// @param audit how often everything is listed although the watches seem to work
/// @param lease the lease to lead by; null if this is the only process
public record ClassesSettings(
        List<String> namespaces,
        ClusterProfile profile,
        Templates templates,
        RenderSettings rendering,
        EvaluationConfig evaluation,
        ControllerSettings controller,
        Duration audit,
        @Nullable LeaseSettings lease) {
    private static final Duration AUDIT = Duration.ofMinutes(10);

    public ClassesSettings {
        namespaces = List.copyOf(namespaces);
    }

    /// Returns the default settings for a cluster, without a lease.
    public static ClassesSettings of(ClusterProfile profile) {
        return new ClassesSettings(
                List.of(),
                profile,
                Templates.standard(),
                RenderSettings.DEFAULT,
                EvaluationConfig.DEFAULT,
                ControllerSettings.DEFAULT,
                AUDIT,
                null);
    }

    public ClassesSettings namespaces(List<String> some) {
        return new ClassesSettings(
                some, profile, templates, rendering, evaluation, controller, audit, lease);
    }

    public ClassesSettings templates(Templates others) {
        return new ClassesSettings(
                namespaces, profile, others, rendering, evaluation, controller, audit, lease);
    }

    public ClassesSettings evaluation(EvaluationConfig other) {
        return new ClassesSettings(
                namespaces, profile, templates, rendering, other, controller, audit, lease);
    }

    public ClassesSettings audit(Duration every) {
        return new ClassesSettings(
                namespaces, profile, templates, rendering, evaluation, controller, every, lease);
    }

    public ClassesSettings lease(LeaseSettings other) {
        return new ClassesSettings(
                namespaces, profile, templates, rendering, evaluation, controller, audit, other);
    }
}
