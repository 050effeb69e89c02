import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/*
 * Bundles: SKUs made of others' pieces. A bundle's level follows those of its components; what is promised through it is promised there, too.
 */
const schema = `
-- Of a bundle, or a component of one: then other levels follow this one, or it follows them.
alter table stock_levels add bundled text check (bundled in ('bundle', 'component'));

create table bundle_parts (
  organization_id bigint not null,
  bundle_level_id bigint not null,
  part_level_id bigint not null,
  pieces integer not null check (pieces between 1 and 10000),
  position integer not null,
  primary key (organization_id, bundle_level_id, part_level_id),
  check (bundle_level_id <> part_level_id),
  foreign key (organization_id, bundle_level_id) references stock_levels on delete cascade,
  -- Deferred, so that an organization that is deleted may take both along in any order.
  constraint bundle_parts_part_fkey foreign key (organization_id, part_level_id) references stock_levels deferrable initially deferred
);
create index bundle_parts_part on bundle_parts (organization_id, part_level_id);

create function mark_bundled() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger bundle_parts_added after insert on bundle_parts referencing new table as changed for each statement execute function mark_bundled();
create trigger bundle_parts_gone after delete on bundle_parts referencing old table as changed for each statement execute function mark_bundled();

-- The bundle that pieces were moved through; without one they moved for themselves.
alter table stock_movements add through_level_id bigint;
create index stock_movements_through on stock_movements (organization_id, order_id, through_level_id) where through_level_id is not null;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['bundle_parts'])).execute(db)
}
