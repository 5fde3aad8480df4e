package dev.pawl.controller;

/// What the run of an object is started with.
record ObjectRequest(String kind, String namespace, String name) {
    ObjectKey key() {
        return new ObjectKey(namespace, name);
    }
}
