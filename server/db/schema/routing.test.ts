import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../testing/setup/database.ts'

/** Tables of the installation as a whole: people, their sign-ins, the template library, and what channels allow an app. They stay on one node, or are copied to all. */
const ofTheInstallation = [
  'backup_codes',
  'channel_keys',
  'channel_proofs',
  'channel_quota_hours',
  'channel_quotas',
  'channel_seats',
  'function_files',
  'mailed_codes',
  'organizations',
  'rate_limits',
  'sessions',
  'sign_on_attempts',
  'stock_templates',
  'support_files',
  'support_messages',
  'upgrade_steps',
  'user_identities',
  'users',
]
/** Uniques of tables on the coordinator, which are found without knowing the organization (places.ts). */
const acrossOrganizations = ['api_tokens_hash_key', 'invitation_links_hash_key', 'oauth_states_pkey']

describe('an organization may move to another node with all its rows', () => {
  let db: pg.Client
  beforeAll(async () => {
    db = new pg.Client(await testDatabase())
    await db.connect()
  })
  afterAll(() => db.end())
  const names = async (text: string) => (await db.query<{ name: string }>(text)).rows.map(({ name }) => name)

  it('every table has its organization, but those of the installation', async () => {
    expect(
      await names(`
        select t.relname as name from pg_class t where t.relkind in ('r', 'p') and t.relnamespace = 'public'::regnamespace and t.relname not like 'kysely%'
          and not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'organization_id' and a.attnotnull and not a.attisdropped) order by 1`),
    ).toEqual(ofTheInstallation)
  })

  it('every unique of such a table has the organization, and every primary key leads with it', async () => {
    expect(
      await names(`
        select i.indexrelid::regclass::text as name from pg_index i join pg_class t on t.oid = i.indrelid
          join pg_attribute o on o.attrelid = t.oid and o.attname = 'organization_id' and o.attnotnull
        where i.indisunique and t.relnamespace = 'public'::regnamespace and t.relname <> all('{${ofTheInstallation.join()}}')
          and (not o.attnum = any(i.indkey::int2[]) or (i.indisprimary and i.indkey[0] <> o.attnum)) order by 1`),
    ).toEqual(acrossOrganizations)
  })

  it('every foreign key between such tables compares the organization, too', async () => {
    expect(
      await names(`
        select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attname = 'organization_id'
          join pg_attribute b on b.attrelid = c.confrelid and b.attname = 'organization_id'
        where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid::regclass::text <> all('{${ofTheInstallation.join()}}')
          and not (a.attnum = any(c.conkey) and b.attnum = any(c.confkey)) order by 1`),
    ).toEqual([])
  })

  it('movements can be divided by level, audit entries by time: their uniques have it', async () => {
    const without = (table: string, column: string) =>
      names(`
        select i.indexrelid::regclass::text as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = '${column}'
        where i.indisunique and i.indrelid = '${table}'::regclass and not a.attnum = any(i.indkey::int2[])`)
    expect([...(await without('stock_movements', 'level_id')), ...(await without('audit_entries', 'at'))]).toEqual([])
  })
})
