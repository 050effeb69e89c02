import { type Kysely, sql } from 'kysely'

const schema = `
alter table change_sets drop constraint change_sets_kind_check;
alter table change_sets add constraint change_sets_kind_check check (kind in ('edit', 'bulk', 'tags', 'delete', 'import', 'rules', 'undo'));

-- Products that follow rules: whom a change of rules concerns.
create index products_ruled on products (organization_id, id) include (template_id) where configuration @> '{"dynamicMappingEnabled": true}'::jsonb;

-- What a product has switched off stays known when its mapping is deleted: undoing that brings the mapping back.
alter table dynamic_mappings_off drop constraint dynamic_mappings_off_organization_id_mapping_fkey;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
