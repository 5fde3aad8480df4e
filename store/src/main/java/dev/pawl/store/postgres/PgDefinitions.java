package dev.pawl.store.postgres;

import dev.pawl.run.MachineRef;
import dev.pawl.store.sql.SqlSession;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The numbers by which runs refer to machines and definitions; thread-safe.
public final class PgDefinitions {
    private final Map<MachineRef, Numbers> known = new ConcurrentHashMap<>();

    /// Returns the numbers of a definition. They are created in transactions of their own, and
    /// remain even if the commit that needs them fails.
    Numbers of(SqlSession session, MachineRef ref) throws SQLException {
        Numbers numbers = known.get(ref);
        if (numbers != null) return numbers;
        String name = session.dialect().stored(ref.name());
        String fingerprint = session.dialect().stored(ref.fingerprint());
        PreparedStatement addMachine =
                session.prepare("insert into @machine (name) values (?) on conflict do nothing");
        addMachine.setString(1, name);
        addMachine.executeUpdate();
        PreparedStatement addDefinition =
                session.prepare(
                        "insert into @definition (machine, version, fingerprint)"
                                + " select id, ?, ? from @machine where name = ?"
                                + " on conflict do nothing");
        addDefinition.setInt(1, ref.version());
        addDefinition.setString(2, fingerprint);
        addDefinition.setString(3, name);
        addDefinition.executeUpdate();
        PreparedStatement query =
                session.prepare(
                        "select machine.id, definition.id from @machine as machine"
                                + " join @definition as definition"
                                + " on definition.machine = machine.id"
                                + " where machine.name = ? and definition.version = ?"
                                + " and definition.fingerprint = ?");
        query.setString(1, name);
        query.setInt(2, ref.version());
        query.setString(3, fingerprint);
        try (ResultSet row = query.executeQuery()) {
            if (!row.next())
                throw new SQLException(
                        "the definition %s is missing after it was inserted".formatted(ref));
            numbers = new Numbers(row.getInt(1), row.getInt(2));
        }
        known.put(ref, numbers);
        return numbers;
    }

    /// Forgets all: another server may have taken over that lacks the newest of them.
    void forget() {
        known.clear();
    }

    /// The numbers of a machine and of one of its definitions.
    record Numbers(int machine, int definition) {}
}
