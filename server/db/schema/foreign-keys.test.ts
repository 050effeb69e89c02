import pg from 'pg'
import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/setup/database.ts'

/** Their parents (users, organizations, setups of listings) go seldom and one at a time: reading the table once is cheaper than keeping an index. */
const seldom = [
  'invitations (invited_by)',
  'listing_products (integration_id, organization_id, selected_schema_id, template_id)',
  'listing_templates (integration_id, organization_id)',
  'members (invited_by)',
  'support_messages (user_id)',
]

it('what is deleted with something else is found by an index, however much there is of it', async () => {
  const db = new pg.Client(await testDatabase())
  await db.connect()
  try {
    const { rows } = await db.query<{ table: string; columns: string }>(`
      select c.conrelid::regclass::text as table, array_to_string(array(select a.attname from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey) order by a.attname), ', ') as columns
      from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select from pg_index i where i.indrelid = c.conrelid and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey and i.indisvalid)
      order by 1, 2`)
    expect(rows.map((r) => `${r.table} (${r.columns})`)).toEqual(seldom)
  } finally {
    await db.end()
  }
})
