-- All runs of a key, ended or not, for whoever looks one up. No start asks it: whether a key is taken
-- is answered by run_key, which stays small. An entry has the key and some 15 bytes. Keys that grow
-- are appended; random ones touch a page each.
create index run_by_key on run (key) where key is not null;
