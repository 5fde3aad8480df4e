package dev.pawl.feeds.base;

import dev.pawl.feeds.item.Item;
import dev.pawl.feeds.item.Link;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// An item as it came out of a document, ready to be compared and written.
///
/// @param json the content as text
/// @param hash what changes when content, links or retirement do
/// @param version orders versions of the item across documents of one catalogue: by the item's own
///   revision, then by that of the document
/// @param origin the document
/// @param place the number of the record in the document
public record Arrival(
        Item item, String json, String hash, String version, Origin origin, long place) {

    /// Makes an arrival; the costly part, to be done before any transaction.
    public static Arrival of(Item item, Origin origin, long place) {
        String json = item.content().toString();
        String version = item.revision() + "|" + origin.stamp();
        return new Arrival(item, json, hash(item, json), version, origin, place);
    }

    private static String hash(Item item, String json) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(json.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) (item.retired() ? 1 : 0));
            for (Link link : item.links()) {
                sha.update(link.relation().getBytes(StandardCharsets.UTF_8));
                sha.update(link.to().toString().getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The document that an item came from.
    ///
    /// @param digest names the document's content
    /// @param partial whether it says nothing of what it does not hold
    public record Origin(
            String source,
            String name,
            String digest,
            String format,
            String catalogue,
            String version,
            String stamp,
            boolean partial) {}
}
