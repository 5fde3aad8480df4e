package dev.pawl.machine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/// Tables in the engine's store that are not the engine's: those that steps write with SQL of their
/// own.
///
/// `versions` are lists of statements, oldest first. A version is applied once, as a whole; what
/// was applied is kept in a table `NAME_migrations` with a digest, so that a version that was
/// changed afterwards is noticed.
public record OwnTables(String name, List<List<String>> versions) implements Writing {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,40}");
    private static final int DIGEST_BYTES = 8;

    public OwnTables {
        versions = versions.stream().map(List::copyOf).toList();
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "tables have a name of letters a to z, digits and '_', not '%s'"
                            .formatted(name));
        }
    }

    /// Returns a statement that is executed only where its flavour of SQL is taken.
    public static String only(Transaction.Flavour flavour, String statement) {
        return mark(flavour) + statement;
    }

    private static String mark(Transaction.Flavour flavour) {
        return "/* only " + flavour + " */ ";
    }

    /// Applies what was not applied yet.
    @Override
    public void write(Transaction tx) {
        tx.update(
                "create table if not exists %s_migrations (version integer primary key,"
                                .formatted(name)
                        + " digest text not null)");
        List<String> done =
                tx.query(
                        "select digest from %s_migrations order by version".formatted(name),
                        row -> row.text(1));
        if (done.size() > versions.size()) {
            throw new IllegalStateException(
                    "the tables of %s are of version %d, and this program knows %d: use a newer one"
                            .formatted(name, done.size(), versions.size()));
        }
        for (int i = 0; i < versions.size(); i++) {
            String digest = digest(versions.get(i));
            if (i >= done.size()) apply(tx, i + 1, digest);
            else if (!done.get(i).equals(digest)) {
                throw new IllegalStateException(
                        "version %d of the tables of %s was made by other statements than this"
                                        .formatted(i + 1, name)
                                + " program's: their digest is %s, not %s"
                                        .formatted(done.get(i), digest));
            }
        }
    }

    private void apply(Transaction tx, int version, String digest) {
        for (String statement : versions.get(version - 1)) {
            if (isFor(tx.flavour(), statement)) tx.update(statement);
        }
        tx.update(
                "insert into %s_migrations (version, digest) values (?, ?)".formatted(name),
                version,
                digest);
    }

    private static boolean isFor(Transaction.Flavour flavour, String statement) {
        for (Transaction.Flavour each : Transaction.Flavour.values()) {
            if (each != flavour && statement.startsWith(mark(each))) return false;
        }
        return true;
    }

    private static String digest(List<String> statements) {
        try {
            byte[] text = String.join(";", statements).getBytes(StandardCharsets.UTF_8);
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
            return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
