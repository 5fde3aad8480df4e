package dev.pawl.store.sql;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Something that is read through one session.
@FunctionalInterface
public interface SessionQuery<T extends @Nullable Object> {
    T on(SqlSession session) throws SQLException;
}
