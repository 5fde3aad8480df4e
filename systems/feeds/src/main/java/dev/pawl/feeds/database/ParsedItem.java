package dev.pawl.feeds.database;

import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.fetch.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/// An item parsed from a document, ready to be compared and written.
///
/// @param json the content as text
/// @param hash a digest of content, links and retirement
/// @param version orders versions of the item across documents of one catalogue: by the revision of
///   the item, then by the stamp of the document
/// @param number the number of the record in the document
public record ParsedItem(
        FeedItem item, String json, String hash, String version, Origin origin, long number) {

    /// Parses an item. This is expensive: call it outside of transactions.
    public static ParsedItem of(FeedItem item, Origin origin, long number) {
        String json = item.content().toString();
        String version = item.revision() + "|" + origin.stamp();
        return new ParsedItem(item, json, hash(item, json), version, origin, number);
    }

    private static String hash(FeedItem item, String json) {
        MessageDigest sha = Sha256.digest();
        sha.update(json.getBytes(StandardCharsets.UTF_8));
        sha.update((byte) (item.retired() ? 1 : 0));
        for (ItemLink link : item.links()) {
            sha.update(link.relation().getBytes(StandardCharsets.UTF_8));
            sha.update(link.to().toString().getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(sha.digest());
    }

    /// The document of an item.
    ///
    /// @param digest the digest of the content
    /// @param partial whether it contains only a part of its catalogue
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
