package dev.pawl.classes.resource.format;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Prints JSON as YAML in block style. Texts are quoted, so that none is taken for a number.
public final class YamlText {
    private final StringBuilder text = new StringBuilder();

    private YamlText() {}

    /// Returns one document, which ends with a line break.
    public static String of(JsonNode node) {
        YamlText yaml = new YamlText();
        if (isBlock(node)) yaml.block(node, 0);
        else yaml.text.append(scalar(node)).append('\n');
        return yaml.text.toString();
    }

    private void block(JsonNode node, int depth) {
        if (node.isObject()) object(node, depth, false);
        else array(node, depth);
    }

    private void object(JsonNode node, int depth, boolean startsInLine) {
        boolean inLine = startsInLine;
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (!inLine) indent(depth);
            inLine = false;
            text.append(key(field.getKey())).append(':');
            JsonNode value = field.getValue();
            if (isBlock(value)) {
                text.append('\n');
                block(value, value.isArray() ? depth : depth + 1);
            } else {
                text.append(' ').append(scalar(value)).append('\n');
            }
        }
    }

    private void array(JsonNode node, int depth) {
        for (JsonNode item : node) {
            indent(depth);
            text.append("- ");
            if (item.isObject() && !item.isEmpty()) object(item, depth + 1, true);
            else text.append(item.isArray() ? item.toString() : scalar(item)).append('\n');
        }
    }

    private void indent(int depth) {
        text.repeat("  ", depth);
    }

    private static boolean isBlock(JsonNode node) {
        return node.isContainer() && !node.isEmpty();
    }

    private static String scalar(JsonNode node) {
        return node.toString();
    }

    private static String key(String name) {
        boolean isPlain = !name.isEmpty() && !Character.isDigit(name.charAt(0));
        for (int i = 0; isPlain && i < name.length(); i++) {
            char c = name.charAt(i);
            isPlain = Character.isLetterOrDigit(c) || "_-./".indexOf(c) >= 0;
        }
        return isPlain ? name : "\"" + name + "\"";
    }
}
