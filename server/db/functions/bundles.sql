-- Marks levels as bundles or components.

create or replace function mark_bundled() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update stock_levels l set bundled = m.bundled
  from (
    select v.organization_id, v.id, case
      when exists (select from bundle_parts b where b.organization_id = v.organization_id and b.bundle_level_id = v.id) then 'bundle'
      when exists (select from bundle_parts b where b.organization_id = v.organization_id and b.part_level_id = v.id) then 'component' end as bundled
    from stock_levels v
    where (v.organization_id, v.id) in (select organization_id, bundle_level_id from changed union select organization_id, part_level_id from changed)
    order by v.id for update
  ) m
  where l.organization_id = m.organization_id and l.id = m.id and l.bundled is distinct from m.bundled;
  return null;
end $$;

create or replace trigger bundle_parts_added after insert on bundle_parts
  referencing new table as changed for each statement execute function mark_bundled();
create or replace trigger bundle_parts_gone after delete on bundle_parts
  referencing old table as changed for each statement execute function mark_bundled();
