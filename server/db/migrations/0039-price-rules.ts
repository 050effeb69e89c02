import { type Kysely, sql } from 'kysely'

/**
 * Prices are in the organization's currency; an account that sells in another one has a rule. Until now prices went as they were, so they are
 * in the currency of the account that was connected first.
 */
const schema = `
alter table organizations add currency_set_at timestamptz;
update organizations o set currency = i.currency, currency_set_at = now()
from (select distinct on (organization_id) organization_id, currency from integrations
  where authenticated_at is not null and currency <> '' order by organization_id, id) i
where i.organization_id = o.id;
alter table integrations add price_rule jsonb;
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
