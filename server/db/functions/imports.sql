-- Deletes the rows of deleted imports, which have no foreign key.

create or replace function forget_import_rows() returns trigger language plpgsql as $$
begin
  delete from import_units u using gone g where u.organization_id = g.organization_id and u.import_id = g.id;
  delete from import_rows r using gone g where r.organization_id = g.organization_id and r.import_id = g.id;
  return null;
end $$;

create or replace trigger imports_gone after delete on imports
  referencing old table as gone for each statement execute function forget_import_rows();
