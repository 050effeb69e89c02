import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/** What one unit of a currency is in another, from a day on until that of the next; people of the organization enter them. */
const schema = `
create table exchange_rates (
  organization_id bigint not null references organizations on delete cascade,
  into_currency text not null,
  currency text not null check (currency <> into_currency),
  day date not null,
  rate numeric(16, 10) not null check (rate > 0),
  primary key (organization_id, into_currency, currency, day)
);
${own(['exchange_rates'])}
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
