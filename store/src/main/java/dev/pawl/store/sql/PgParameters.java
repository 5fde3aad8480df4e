package dev.pawl.store.sql;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Sets the parameters of a step's SQL in PostgreSQL.
final class PgParameters {
    private PgParameters() {}

    static void set(PreparedStatement statement, int place, @Nullable Object parameter)
            throws SQLException {
        switch (parameter) {
            case null -> statement.setObject(place, null);
            case Instant time -> statement.setObject(place, time(time));
            case Object list when ParameterLists.isList(list) -> setArray(statement, place, list);
            case Object one -> statement.setObject(place, one);
        }
    }

    private static OffsetDateTime time(Instant time) {
        return ParameterLists.time(time).atOffset(ZoneOffset.UTC);
    }

    private static void setArray(PreparedStatement statement, int place, Object list)
            throws SQLException {
        List<@Nullable Object> elements = ParameterLists.elements(list);
        Class<?> type = ParameterLists.type(elements);
        if (type == null) {
            // Nothing says the type of its elements, so the server takes it from the statement.
            String nulls = String.join(",", Collections.nCopies(elements.size(), "NULL"));
            statement.setObject(place, "{%s}".formatted(nulls), Types.OTHER);
            return;
        }
        @Nullable Object[] values =
                elements.stream()
                        .map(each -> each instanceof Instant time ? time(time).toString() : each)
                        .toArray();
        statement.setArray(place, statement.getConnection().createArrayOf(name(type), values));
    }

    private static String name(Class<?> type) {
        if (type == String.class) return "text";
        if (type == Long.class) return "int8";
        if (type == Integer.class) return "int4";
        if (type == Short.class) return "int2";
        if (type == Double.class) return "float8";
        if (type == Float.class) return "float4";
        if (type == BigDecimal.class) return "numeric";
        if (type == Boolean.class) return "bool";
        if (type == UUID.class) return "uuid";
        if (type == Instant.class) return "timestamptz";
        if (type == byte[].class) return "bytea";
        throw ParameterLists.unsupported(type, "in PostgreSQL");
    }
}
