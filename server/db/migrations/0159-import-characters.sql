-- How long a record is, so that no more of a file is read at once than memory and a moment are enough for. Records of imports that run during the
-- upgrade have none and count as nothing.
alter table import_rows add column characters int;
