import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

const schema = `
create table dynamic_mappings (
  organization_id bigint not null references organizations on delete cascade,
  uuid uuid not null,
  -- The template that it belongs to; none: it is for any template.
  template_id bigint,
  apply_to text not null check (apply_to in ('title', 'description')),
  position integer not null,
  name text not null,
  description text not null default '',
  active boolean not null default true,
  rules jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (organization_id, uuid),
  foreign key (organization_id, template_id) references product_templates on delete cascade
);
create index dynamic_mappings_owner on dynamic_mappings (organization_id, template_id, apply_to, position);

-- Products for which a mapping is switched off.
create table dynamic_mappings_off (
  organization_id bigint not null,
  mapping uuid not null,
  product_id bigint not null,
  primary key (organization_id, product_id, mapping),
  foreign key (organization_id, mapping) references dynamic_mappings on delete cascade,
  foreign key (organization_id, product_id) references products on delete cascade
);
create index dynamic_mappings_off_mapping on dynamic_mappings_off (organization_id, mapping);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['dynamic_mappings', 'dynamic_mappings_off'])).execute(db)
}
