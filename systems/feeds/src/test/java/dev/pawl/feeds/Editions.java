package dev.pawl.feeds;

/// Later editions of samples.
final class Editions {
    private Editions() {}

    /// Returns a later version of CWE without one weakness, and with another name for a second.
    static String newer(String xml) {
        int from = xml.indexOf("<Weakness ID=\"89\"");
        int to = xml.indexOf("</Weakness>", from) + "</Weakness>".length();
        String less = xml.substring(0, from) + xml.substring(to);
        return less.replaceFirst("Version=\"[^\"]*\"", "Version=\"9.1\"")
                .replace("('Cross-site Scripting')", "('XSS')");
    }

    /// Returns a page of NVD as it would be later: its records modified, with other words.
    static String later(String json) {
        return json.replaceAll("(\"(lastModified|timestamp)\"\\s*:\\s*\")20\\d\\d", "$12030")
                .replace("remote", "distant");
    }
}
