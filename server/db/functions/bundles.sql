-- Marks levels as bundles or components, and tells what a bundle costs.

create or replace function mark_bundled() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; levels bigint[];
begin
  for whose, levels in
    select c.organization_id, array_agg(distinct l.id) from changed c cross join lateral (values (c.bundle_level_id), (c.part_level_id)) l(id) group by 1 order by 1
  loop
    update stock_levels l set bundled = m.bundled
    from (
      select v.id, case
        when exists (select from bundle_parts b where b.organization_id = whose and b.bundle_level_id = v.id) then 'bundle'
        when exists (select from bundle_parts b where b.organization_id = whose and b.part_level_id = v.id) then 'component' end as bundled
      from stock_levels v
      where v.organization_id = whose and v.id = any(levels)
      order by v.id for update
    ) m
    where l.organization_id = whose and l.id = m.id and l.bundled is distinct from m.bundled;
  end loop;
  return null;
end $$;

create or replace trigger bundle_parts_added after insert on bundle_parts
  referencing new table as changed for each statement execute function mark_bundled();
create or replace trigger bundle_parts_gone after delete on bundle_parts
  referencing old table as changed for each statement execute function mark_bundled();

-- What a unit of a level costs, in hundredths of the organization's currency; null where nobody entered it. A bundle costs what its components cost.
create or replace function unit_cost(whose bigint, level bigint, own bigint) returns bigint
language plpgsql stable parallel safe set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return (select coalesce(
    (select case when bool_and(coalesce(v.cost, p.cost) > 0) then sum(b.pieces * coalesce(v.cost, p.cost))::bigint end
      from bundle_parts b
        join stock_levels c on c.organization_id = b.organization_id and c.id = b.part_level_id
        left join products p on p.organization_id = c.organization_id and p.id = c.product_id
        left join variations v on v.organization_id = c.organization_id and v.id = c.variation_id
      where b.organization_id = whose and b.bundle_level_id = level),
    nullif(own, 0)));
end $$;
