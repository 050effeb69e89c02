import { type SqlBool, sql } from 'kysely'

/** What its channel refused or failed at, as SQL over `listing_products l`: the list of listings and every count of them read this. An index holds it. */
export const refused = sql<SqlBool>`(l.status = 'error' or l.result ->> 'status' = 'rejected')`
