package dev.pawl.feeds.web;

import dev.pawl.servers.FeedServer;

/// Vulnerabilities for a server, in the format of NVD.
final class Vulnerabilities {
    private Vulnerabilities() {}

    static String id(int number) {
        return "CVE-2024-%04d".formatted(number);
    }

    /// Adds or replaces a vulnerability.
    static void put(FeedServer server, int number, String modified, String text) {
        server.put(
                id(number),
                modified,
                """
                {"cve": {"id": "%s", "lastModified": "%s", "vulnStatus": "Analyzed",
                 "descriptions": [{"lang": "en", "value": "%s"}]}}
                """
                        .formatted(id(number), modified.replace("Z", ".000"), text));
    }

    /// Adds vulnerabilities from 1 up to a number, all modified at the same time.
    static void putAll(FeedServer server, int last, String modified) {
        for (int i = 1; i <= last; i++) put(server, i, modified, "A flaw.");
    }
}
