package dev.pawl.diamonds.simulator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.StringNode;

/// A request of the contract: its operation, and the values of the arguments.
///
/// It is no GraphQL in general: the simulator finds the one operation in the text, reads its
/// arguments and ignores which fields are selected.
record ApiRequest(Operation operation, Map<String, JsonNode> arguments) {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Pattern COMMENT = Pattern.compile("#[^\\n\\r\"]*");
    private static final Pattern CALL =
            Pattern.compile(
                    "\\b(username_and_password|diamonds_by_query_count|diamonds_by_query)\\s*\\(");
    private static final Pattern AS = Pattern.compile("\\bas\\s*\\(");
    private static final Pattern ARGUMENT =
            Pattern.compile("\\G[\\s,]*(\\w+)\\s*:\\s*(\\$\\w+|\"(?:[^\"\\\\]|\\\\.)*\")");

    /// The operations of the contract.
    enum Operation {
        LOGIN,
        COUNT,
        PAGE
    }

    static ApiRequest parse(byte[] body) throws ApiError {
        JsonNode document = document(body);
        if (!document.isObject() || !document.path("query").isString()) {
            throw ApiError.invalid("expected an object with a text in 'query', found none");
        }
        String text = COMMENT.matcher(document.path("query").stringValue()).replaceAll("");
        JsonNode variables = document.path("variables");
        Matcher call = CALL.matcher(text);
        if (!call.find()) {
            throw ApiError.invalid(
                    "expected username_and_password, diamonds_by_query_count or diamonds_by_query,"
                            + " found none of them");
        }
        Map<String, JsonNode> arguments = arguments(text, call.end(), variables);
        Operation operation = operation(call.group(1));
        if (operation != Operation.LOGIN) {
            Matcher as = AS.matcher(text);
            if (as.find()) arguments.putAll(arguments(text, as.end(), variables));
        }
        if (call.find()) throw ApiError.invalid("expected one operation, found more");
        return new ApiRequest(operation, Map.copyOf(arguments));
    }

    private static JsonNode document(byte[] body) throws ApiError {
        try {
            return MAPPER.readTree(body);
        } catch (JacksonException e) {
            throw ApiError.invalid("expected a JSON object, found something else");
        }
    }

    private static Operation operation(String name) {
        return switch (name) {
            case "username_and_password" -> Operation.LOGIN;
            case "diamonds_by_query_count" -> Operation.COUNT;
            default -> Operation.PAGE;
        };
    }

    /// Reads arguments up to the closing bracket.
    private static Map<String, JsonNode> arguments(String text, int start, JsonNode variables)
            throws ApiError {
        Map<String, JsonNode> values = new HashMap<>();
        Matcher argument = ARGUMENT.matcher(text).region(start, text.length());
        int end = start;
        while (argument.find()) {
            values.put(argument.group(1), value(argument.group(2), variables));
            end = argument.end();
        }
        if (text.substring(end).stripLeading().startsWith(")")) return values;
        throw ApiError.invalid(
                "expected arguments such as limit: $limit, with values in the variables; found"
                        + " '%s'"
                                .formatted(text.substring(end, Math.min(end + 40, text.length()))));
    }

    private static JsonNode value(String text, JsonNode variables) {
        if (text.startsWith("$")) {
            JsonNode value = variables.path(text.substring(1));
            return value.isNull() ? MissingNode.getInstance() : value;
        }
        return StringNode.valueOf(MAPPER.readTree(text).stringValue());
    }

    /// Returns an argument; a missing node if there is none.
    JsonNode argument(String name) {
        return arguments.getOrDefault(name, MissingNode.getInstance());
    }

    /// Refuses fields of an object other than these.
    static void requireOnly(JsonNode object, List<String> names, String where) throws ApiError {
        for (String name : object.propertyNames()) {
            if (!names.contains(name)) {
                throw ApiError.invalid(
                        "expected %s in %s, found '%s'".formatted(names, where, name));
            }
        }
    }
}
