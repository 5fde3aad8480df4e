package dev.pawl.classes.template;

import static dev.pawl.classes.observation.ManagedKind.DEPLOYMENT;
import static dev.pawl.classes.observation.ManagedKind.HPA;
import static dev.pawl.classes.observation.ManagedKind.KNATIVE_SERVICE;
import static dev.pawl.classes.observation.ManagedKind.ODGM_DEPLOYMENT;
import static dev.pawl.classes.observation.ManagedKind.ODGM_SERVICE;
import static dev.pawl.classes.observation.ManagedKind.SERVICE;
import static dev.pawl.classes.template.Scoring.Requirement.AVAILABILITY_AT_LEAST;
import static dev.pawl.classes.template.Scoring.Requirement.LATENCY_AT_MOST;
import static dev.pawl.classes.template.Scoring.Requirement.STRONG_CONSISTENCY;
import static dev.pawl.classes.template.Scoring.Requirement.THROUGHPUT_AT_LEAST;

import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.resource.ClassRuntimeSpec;
import dev.pawl.classes.template.Scoring.Bonus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The templates that classes can use, and the choice between them.
///
/// A template that the spec names is used or refused; one that the status records stays; otherwise
/// the highest score wins, and the first of equals.
public final class Templates {
    private static final List<ReadinessRule> DEPLOYMENTS =
            List.of(
                    ReadinessRule.deployment(DEPLOYMENT),
                    ReadinessRule.deployment(ODGM_DEPLOYMENT));

    public static final TemplateDescriptor DEV =
            template(
                    "dev",
                    List.of(),
                    List.of(DEPLOYMENT, SERVICE, ODGM_DEPLOYMENT, ODGM_SERVICE),
                    new Scoring(Map.of("dev", 60, "edge", 5), 0, List.of()));

    public static final TemplateDescriptor EDGE =
            template(
                    "edge",
                    List.of(),
                    List.of(DEPLOYMENT, SERVICE, ODGM_DEPLOYMENT, ODGM_SERVICE),
                    new Scoring(
                            Map.of("edge", 40),
                            5,
                            List.of(
                                    new Bonus(THROUGHPUT_AT_LEAST, 300, 8),
                                    new Bonus(LATENCY_AT_MOST, 150, 8),
                                    new Bonus(AVAILABILITY_AT_LEAST, 99.9, 4))));

    public static final TemplateDescriptor K8S_DEPLOYMENT =
            template(
                    "k8s_deployment",
                    List.of("deployment", "k8s"),
                    List.of(DEPLOYMENT, SERVICE, HPA, ODGM_DEPLOYMENT, ODGM_SERVICE),
                    new Scoring(
                            Map.of("full", 30, "datacenter", 30, "edge", 20),
                            10,
                            List.of(
                                    new Bonus(THROUGHPUT_AT_LEAST, 1500, 15),
                                    new Bonus(LATENCY_AT_MOST, 50, 20),
                                    new Bonus(AVAILABILITY_AT_LEAST, 99.95, 10),
                                    new Bonus(STRONG_CONSISTENCY, 0, 10))));

    public static final TemplateDescriptor KNATIVE =
            new TemplateDescriptor(
                    "knative",
                    List.of("kn", "knsvc"),
                    List.of(KNATIVE_SERVICE, ODGM_DEPLOYMENT, ODGM_SERVICE),
                    List.of(ReadinessRule.knative(), ReadinessRule.deployment(ODGM_DEPLOYMENT)),
                    ChildNames::function,
                    TemplateDescriptor::ownerLabel,
                    true,
                    new Scoring(
                            Map.of("full", 40, "datacenter", 40, "edge", 25),
                            15,
                            List.of(
                                    new Bonus(THROUGHPUT_AT_LEAST, 500, 5),
                                    new Bonus(LATENCY_AT_MOST, 100, 5))));

    private final List<TemplateDescriptor> all;

    public Templates(List<TemplateDescriptor> all) {
        this.all = List.copyOf(all);
        if (all.isEmpty()) throw new IllegalArgumentException("expected templates, found none");
    }

    /// Returns the four templates of the product.
    public static Templates standard() {
        return new Templates(List.of(DEV, EDGE, K8S_DEPLOYMENT, KNATIVE));
    }

    /// Chooses the template of a class. `recorded` is the one in its status, null if it has none.
    public TemplateChoice choose(
            ClassRuntimeSpec spec, @Nullable String recorded, ClusterProfile cluster) {
        String selected = spec.selectedTemplate();
        if (selected != null && !selected.isEmpty()) return named(selected, cluster);
        TemplateDescriptor kept = recorded == null ? null : find(recorded);
        List<String> explanation = new ArrayList<>();
        TemplateDescriptor best = null;
        int points = Integer.MIN_VALUE;
        for (TemplateDescriptor each : all) {
            String missing = missing(each, cluster);
            if (missing != null) {
                explanation.add(each.id() + ": not possible, " + missing);
                if (each.equals(kept)) kept = null;
                continue;
            }
            Scoring.Score score = each.scoring().score(cluster, spec.requirements());
            explanation.add(
                    "%s: %d points (%s)".formatted(each.id(), score.points(), score.explanation()));
            if (score.points() > points) {
                best = each;
                points = score.points();
            }
        }
        TemplateDescriptor chosen = kept != null ? kept : best;
        String why = kept != null ? "kept, because the class runs with it" : "the highest score";
        explanation.addFirst(chosen == null ? "no template is possible" : chosen.id() + ": " + why);
        return new TemplateChoice(chosen, explanation);
    }

    /// Returns every kind that some template renders: what an observer looks for, because children
    /// of a previous template must be found, too.
    public Set<ManagedKind> managed() {
        Set<ManagedKind> kinds = EnumSet.noneOf(ManagedKind.class);
        for (TemplateDescriptor each : all) kinds.addAll(each.managed());
        return kinds;
    }

    /// Returns the template with an id or alias, or null if there is none.
    public @Nullable TemplateDescriptor find(String name) {
        for (TemplateDescriptor each : all) if (each.isNamed(name)) return each;
        return null;
    }

    private TemplateChoice named(String name, ClusterProfile cluster) {
        TemplateDescriptor named = find(name);
        if (named == null) {
            String ids = all.stream().map(TemplateDescriptor::id).collect(Collectors.joining(", "));
            return new TemplateChoice(
                    null, List.of("expected a template of %s, found '%s'".formatted(ids, name)));
        }
        String missing = missing(named, cluster);
        if (missing != null) {
            return new TemplateChoice(
                    null, List.of("template %s is not possible, %s".formatted(name, missing)));
        }
        return new TemplateChoice(named, List.of(named.id() + ": selected by the spec"));
    }

    private static @Nullable String missing(TemplateDescriptor each, ClusterProfile cluster) {
        ManagedKind workload = each.workload();
        if (cluster.served().contains(workload)) return null;
        return "the API server does not serve " + workload.resource().apiVersion();
    }

    private static TemplateDescriptor template(
            String id, List<String> aliases, List<ManagedKind> managed, Scoring scoring) {
        return new TemplateDescriptor(
                id,
                aliases,
                managed,
                DEPLOYMENTS,
                ChildNames::function,
                TemplateDescriptor::ownerLabel,
                true,
                scoring);
    }
}
