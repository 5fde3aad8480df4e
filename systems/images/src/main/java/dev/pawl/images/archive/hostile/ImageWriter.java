package dev.pawl.images.archive.hostile;

import dev.pawl.fetch.Sha256;
import dev.pawl.images.archive.hostile.HostileArchive.Entries;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Writes saved images, valid and invalid ones.
final class ImageWriter {
    private static final String CONFIG = "c".repeat(64) + ".json";

    private final List<byte[]> layers = new ArrayList<>();
    private final List<String> diffIds = new ArrayList<>();
    private final List<String> paths = new ArrayList<>();

    /// Adds a layer with these entries.
    ImageWriter layer(Entries entries) throws IOException {
        var out = new ByteArrayOutputStream();
        TarWriter tar = new TarWriter(out);
        entries.write(tar);
        tar.end();
        return layer(out.toByteArray(), sha256(out.toByteArray()));
    }

    /// Adds a stored layer whose uncompressed tar should have the given digest.
    ImageWriter layer(byte[] stored, String digest) {
        paths.add("%064x/layer.tar".formatted(layers.size()));
        layers.add(stored);
        diffIds.add("sha256:" + digest);
        return this;
    }

    /// Makes the image name another path for its last layer.
    ImageWriter at(String path) {
        paths.set(paths.size() - 1, path);
        return this;
    }

    /// Makes the image name another digest for its last layer.
    ImageWriter withDigest(String digest) {
        diffIds.set(diffIds.size() - 1, "sha256:" + digest);
        return this;
    }

    /// Writes the image in the format of `docker save`.
    void docker(OutputStream out) throws IOException {
        docker(out, "[%s]".formatted(manifest("test:1")));
    }

    /// Writes the image in the format of `docker save`, with another manifest.
    void docker(OutputStream out, String manifest) throws IOException {
        TarWriter tar = new TarWriter(out);
        for (int i = 0; i < layers.size(); i++) {
            tar.file(new TarHeader("%064x/layer.tar".formatted(i)), layers.get(i));
        }
        tar.file(CONFIG, config()).file("manifest.json", manifest).end();
    }

    /// Returns the entry of this image in a `manifest.json`.
    String manifest(String tag) {
        return """
        {"Config":"%s","RepoTags":["%s"],"Layers":[%s]}\
        """
                .formatted(CONFIG, tag, quoted(paths));
    }

    /// Writes the image as an OCI layout; with `isDamaged` the blobs do not match their digests.
    void oci(OutputStream out, boolean isDamaged) throws IOException {
        TarWriter tar = new TarWriter(out);
        tar.file("oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}");
        List<String> blobs = new ArrayList<>();
        for (byte[] layer : layers) {
            byte[] stored = Arrays.copyOf(layer, layer.length + (isDamaged ? 1 : 0));
            blobs.add(blob(tar, stored, sha256(layer)));
        }
        String config = blob(tar, utf8(config()), sha256(utf8(config())));
        String manifest =
                "{\"config\":%s,\"layers\":[%s]}".formatted(config, String.join(",", blobs));
        String image = blob(tar, utf8(manifest), sha256(utf8(manifest)));
        tar.file("index.json", "{\"manifests\":[%s]}".formatted(image)).end();
    }

    private static String blob(TarWriter tar, byte[] stored, String digest) throws IOException {
        tar.file(new TarHeader("blobs/sha256/" + digest), stored);
        return "{\"digest\":\"sha256:%s\",\"size\":%d}".formatted(digest, stored.length);
    }

    private String config() {
        return """
        {"os":"linux","rootfs":{"type":"layers","diff_ids":[%s]}}\
        """
                .formatted(quoted(diffIds));
    }

    private static String quoted(List<String> texts) {
        return texts.stream().map("\"%s\""::formatted).collect(Collectors.joining(","));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String sha256(byte[] bytes) {
        return Sha256.of(bytes).hex();
    }
}
