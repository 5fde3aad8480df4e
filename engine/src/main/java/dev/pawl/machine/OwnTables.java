package dev.pawl.machine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/// Tables of the application in the engine's store, and the statements that create them.
///
/// `versions` are lists of statements, oldest first. Each version is applied once, as a whole. The
/// table `NAME_migrations` records a digest of each applied version, so the engine detects a
/// version that was changed afterwards.
public record OwnTables(String name, List<List<String>> versions) implements Writing {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,40}");
    private static final int DIGEST_BYTES = 8;

    public OwnTables {
        versions = versions.stream().map(List::copyOf).toList();
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "expected a name of letters a to z, digits and '_' for tables, found '%s'"
                            .formatted(name));
        }
    }

    /// Returns a statement that only databases of this flavour execute.
    public static String only(Transaction.Flavour flavour, String statement) {
        return mark(flavour) + statement;
    }

    private static String mark(Transaction.Flavour flavour) {
        return "/* only " + flavour + " */ ";
    }

    /// Applies the versions that are not applied yet.
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
                    "expected tables of %s of version %d or older, found version %d; use a newer"
                                    .formatted(name, versions.size(), done.size())
                            + " program");
        }
        for (int i = 0; i < versions.size(); i++) {
            String digest = digest(versions.get(i));
            if (i >= done.size()) apply(tx, i + 1, digest);
            else if (!done.get(i).equals(digest)) {
                throw new IllegalStateException(
                        "version %d of the tables of %s was created by other statements: expected"
                                        .formatted(i + 1, name)
                                + " the digest %s, found %s; add a version instead of changing one"
                                        .formatted(digest, done.get(i)));
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
