-- Nothing of the tables changes here. From this number on `run.body` is of format 2 (it has the
-- permits of a run and how it took its key) and the journal has commits of format 3 (a run that is
-- known as it was before is written as what changes). A version that cannot read these refuses the
-- file by this number; every new format comes with a new one.
pragma user_version = 4;
