-- Deletes the rows of deleted imports, which have no foreign key.

create or replace function forget_import_rows() returns trigger language plpgsql as $$
declare whose bigint; ids bigint[];
begin
  for whose, ids in select organization_id, array_agg(id) from gone group by 1 loop
    delete from import_units u where u.organization_id = whose and u.import_id = any(ids);
    delete from import_rows r where r.organization_id = whose and r.import_id = any(ids);
  end loop;
  return null;
end $$;

create or replace trigger imports_gone after delete on imports
  referencing old table as gone for each statement execute function forget_import_rows();
