-- A migration of a later version, for tests.
alter table run add column next integer;
