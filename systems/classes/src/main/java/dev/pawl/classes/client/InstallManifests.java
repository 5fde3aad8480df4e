package dev.pawl.classes.client;

import dev.pawl.classes.resource.format.ClassRuntimeCrd;
import dev.pawl.classes.resource.format.YamlText;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a cluster needs to run the manager: the resource's definition, an account with just the
/// rights that the manager uses, and a Deployment.
///
/// @param image an image whose entry point is the `pawl` command
/// @param namespace the namespace of the manager and of its lease
/// @param profile the profile of the cluster: `dev`, `edge` or `full`
public record InstallManifests(String image, String namespace, String profile) {
    private static final String NAME = "oprc-crm";
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String HOME = "/var/lib/pawl";
    private static final List<String> CHILDREN =
            List.of("get", "list", "watch", "create", "patch", "delete");
    private static final List<String> OBSERVED = List.of("get", "list", "watch");

    /// Returns all manifests, in the order in which they are applied.
    public List<ObjectNode> trees() {
        return List.of(
                ClassRuntimeCrd.tree(),
                object("v1", "Namespace", namespace, false),
                object("v1", "ServiceAccount", NAME, true),
                clusterRole(),
                binding("ClusterRoleBinding", "ClusterRole", false),
                leaseRole(),
                binding("RoleBinding", "Role", true),
                deployment());
    }

    /// Returns all manifests as YAML for `kubectl apply`.
    public String yaml() {
        return trees().stream().map(YamlText::of).collect(Collectors.joining("---\n"));
    }

    /// Returns all manifests as one JSON list, which `kubectl apply` accepts too.
    public String json() {
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        list.put("apiVersion", "v1").put("kind", "List");
        ArrayNode items = list.putArray("items");
        trees().forEach(items::add);
        return list.toPrettyString();
    }

    private ObjectNode clusterRole() {
        ObjectNode role = object(RBAC + "/v1", "ClusterRole", NAME, false);
        ArrayNode rules = role.putArray("rules");
        rule(rules, "oaas.io", List.of("get", "list", "watch", "patch"), "classruntimes");
        rule(rules, "oaas.io", List.of("get", "update", "patch"), "classruntimes/status");
        rule(rules, "oaas.io", List.of("update"), "classruntimes/finalizers");
        rule(rules, "apps", CHILDREN, "deployments");
        rule(rules, "", CHILDREN, "services");
        rule(rules, "serving.knative.dev", CHILDREN, "services");
        rule(rules, "autoscaling", CHILDREN, "horizontalpodautoscalers");
        rule(rules, "", OBSERVED, "pods");
        rule(rules, "", List.of("create"), "events");
        return role;
    }

    private ObjectNode leaseRole() {
        ObjectNode role = object(RBAC + "/v1", "Role", NAME, true);
        ArrayNode rules = role.putArray("rules");
        rule(rules, "coordination.k8s.io", List.of("get", "create", "patch"), "leases");
        return role;
    }

    private ObjectNode binding(String kind, String roleKind, boolean isNamespaced) {
        ObjectNode binding = object(RBAC + "/v1", kind, NAME, isNamespaced);
        binding.putObject("roleRef").put("apiGroup", RBAC).put("kind", roleKind).put("name", NAME);
        binding.putArray("subjects")
                .addObject()
                .put("kind", "ServiceAccount")
                .put("name", NAME)
                .put("namespace", namespace);
        return binding;
    }

    private ObjectNode deployment() {
        ObjectNode deployment = object("apps/v1", "Deployment", NAME, true);
        ObjectNode spec = deployment.putObject("spec");
        spec.put("replicas", 1);
        spec.putObject("selector").putObject("matchLabels").put("app", NAME);
        ObjectNode template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put("app", NAME);
        ObjectNode pod = template.putObject("spec");
        pod.put("serviceAccountName", NAME);
        pod.putObject("securityContext")
                .put("runAsNonRoot", true)
                .put("runAsUser", 1000)
                .put("fsGroup", 1000);
        ObjectNode container = pod.putArray("containers").addObject();
        container.put("name", "manager").put("image", image);
        ArrayNode words = container.putArray("args").add("classes").add("run");
        words.add("--home").add(HOME).add("--profile").add(profile);
        words.add("--lease-namespace").add(namespace);
        container.putArray("volumeMounts").addObject().put("name", "home").put("mountPath", HOME);
        ObjectNode volume = pod.putArray("volumes").addObject().put("name", "home");
        volume.putObject("emptyDir");
        return deployment;
    }

    private static void rule(ArrayNode rules, String group, List<String> verbs, String resource) {
        ObjectNode rule = rules.addObject();
        rule.putArray("apiGroups").add(group);
        rule.putArray("resources").add(resource);
        ArrayNode allowed = rule.putArray("verbs");
        verbs.forEach(allowed::add);
    }

    private ObjectNode object(String apiVersion, String kind, String name, boolean isNamespaced) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("apiVersion", apiVersion).put("kind", kind);
        ObjectNode metadata = tree.putObject("metadata").put("name", name);
        if (isNamespaced) metadata.put("namespace", namespace);
        return tree;
    }
}
