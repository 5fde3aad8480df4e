package dev.pawl.store;

import dev.pawl.run.MachineRef;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The numbers that runs refer to machines and definitions by; any thread may ask.
final class PgDefinitions {
    private final Map<MachineRef, Numbers> known = new ConcurrentHashMap<>();

    /// Returns the numbers of a definition. They are made in transactions of their own, and stay
    /// whatever becomes of the commit that needs them.
    Numbers of(Session session, MachineRef ref) throws SQLException {
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
            if (!row.next()) throw new SQLException("the definition %s is gone".formatted(ref));
            numbers = new Numbers(row.getInt(1), row.getInt(2));
        }
        known.put(ref, numbers);
        return numbers;
    }

    /// Forgets all: the server may be another one, which has not got the newest of them.
    void forget() {
        known.clear();
    }

    /// The numbers of a machine and of one of its definitions.
    record Numbers(int machine, int definition) {}
}
