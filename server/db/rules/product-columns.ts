import { type RawBuilder, sql } from 'kysely'
import { type ProductFieldKind, fieldsOf } from '#contract/products/fields.ts'

/** The columns of a product that keep its fields of some kinds. @param alias of `products` */
export const productColumns = (alias: string, ...kinds: readonly ProductFieldKind[]): RawBuilder<unknown> =>
  sql.join(fieldsOf(...kinds).map((name) => sql.ref(`${alias}.${name}`)))
