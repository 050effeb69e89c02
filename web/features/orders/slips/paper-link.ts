/** Where papers of orders are drawn. */
export const paperLink = (kind: 'pick' | 'slips', ids: readonly number[]) => ({
  to: '/orders/print' as string,
  search: { kind, orders: ids.map(String) } as never,
})

/** Where orders are packed. */
export const packLink = (ids: readonly number[]) => ({
  to: '/orders/pack' as string,
  search: { orders: ids.map(String) } as never,
})
