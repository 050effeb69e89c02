import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/**
 * A listing template's schemas become rows, so that a listing's choice is a foreign key. A listing's own template and account say which
 * listing template it has: the number beside them goes. Ids that a template had twice get their place added, and a choice that no longer
 * exists becomes none.
 */
const schema = `
create table listing_schemas (
  organization_id bigint not null,
  template_id bigint not null,
  integration_id bigint not null,
  id text not null,
  position integer not null,
  name text not null,
  details text not null default '',
  -- The channel's own fields.
  fields jsonb not null default '{}',
  primary key (organization_id, template_id, integration_id, id),
  foreign key (organization_id, template_id, integration_id) references listing_templates (organization_id, template_id, integration_id) on delete cascade
);

insert into listing_schemas (organization_id, template_id, integration_id, id, position, name, details, fields)
select t.organization_id, t.template_id, t.integration_id,
  (s.value ->> 'id') || case when row_number() over (partition by t.organization_id, t.id, s.value ->> 'id' order by s.at) > 1 then '-' || s.at else '' end,
  s.at - 1, s.value ->> 'name', coalesce(s.value ->> 'details', ''), s.value - 'id' - 'name' - 'details'
from listing_templates t cross join lateral jsonb_array_elements(case when jsonb_typeof(t.schemas) = 'array' then t.schemas else '[]' end) with ordinality s(value, at);
alter table listing_templates drop schemas;

alter table listing_products
  drop listing_template_id,
  alter selected_schema_id drop default,
  alter selected_schema_id drop not null;
update listing_products l set selected_schema_id = null
where not exists (
  select from listing_schemas s
  where s.organization_id = l.organization_id and s.template_id = l.template_id and s.integration_id = l.integration_id and s.id = l.selected_schema_id);
alter table listing_products
  add foreign key (organization_id, template_id, integration_id, selected_schema_id) references listing_schemas on delete set null (selected_schema_id);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['listing_schemas'])).execute(db)
}
