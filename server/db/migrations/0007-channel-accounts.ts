import { type Kysely, sql } from 'kysely'

/**
 * One organization for one account of a channel: two would both take in its orders and both ship them. Who disconnects frees it.
 * Of those that share one already, the first connected keeps it.
 */
const schema = `
update integrations i set status = 'unauthenticated', tokens = null, orders_due_at = null, access_expires_at = null, refresh_expires_at = null,
  problem = 'This account is connected to another organization here, too. Disconnect it there, or connect another account.'
where i.account_id <> '' and i.status <> 'unauthenticated' and exists (
  select from integrations o
  where o.channel = i.channel and o.account_id = i.account_id and o.status <> 'unauthenticated' and (o.created_at, o.id) < (i.created_at, i.id));
create unique index integrations_account_key on integrations (channel, account_id) where account_id <> '' and status <> 'unauthenticated';
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
