-- The same of the records of one product together.
alter table import_units add column characters int;
