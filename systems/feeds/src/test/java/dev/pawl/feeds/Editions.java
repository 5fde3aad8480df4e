package dev.pawl.feeds;

/// Newer editions of samples.
final class Editions {
    private Editions() {}

    /// Returns a newer version of CWE with one weakness removed and another renamed.
    static String newer(String xml) {
        int from = xml.indexOf("<Weakness ID=\"89\"");
        int to = xml.indexOf("</Weakness>", from) + "</Weakness>".length();
        String less = xml.substring(0, from) + xml.substring(to);
        return less.replaceFirst("Version=\"[^\"]*\"", "Version=\"9.1\"")
                .replace("('Cross-site Scripting')", "('XSS')");
    }

    /// Returns a newer page of NVD with changed records.
    static String later(String json) {
        return json.replaceAll("(\"(lastModified|timestamp)\"\\s*:\\s*\")20\\d\\d", "$12030")
                .replace("remote", "distant");
    }
}
