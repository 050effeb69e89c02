import { type Kysely, sql } from 'kysely'

/** A webhook's address names its organization beside the key. Channels are told the new one within the hour; until then we look often. */
const schema = `
alter table integrations
  drop constraint integrations_hook_key_key,
  add constraint integrations_hook_key_key unique (organization_id, hook_key);
update integrations set hooked_at = null;
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
