import { linkTo } from '#web/addresses.ts'

/** Where papers of orders are drawn. */
export const paperLink = (kind: 'pick' | 'slips', ids: readonly number[]) =>
  linkTo({ to: '/orders/print', search: { kind, orders: ids.map(String) } })

/** Where orders are packed. */
export const packLink = (ids: readonly number[]) => linkTo({ to: '/orders/pack', search: { orders: ids.map(String) } })
