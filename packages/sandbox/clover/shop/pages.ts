import type { Env } from '../../kit/merchants.ts'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext } from '../../kit/simulator.ts'
import { isAvailable, type ItemRow, items, merchants, nameOf } from '../state.ts'

const line = (env: Env, item: ItemRow): string => {
  const state = item.hidden ? 'hidden' : isAvailable(item) ? 'for sale' : 'sold out'
  const words = `${nameOf(env, item)} · ${item.sku ?? 'no SKU'} · $${(item.price / 100).toFixed(2)} · ${item.quantity ?? 'not counted'} · ${state}`
  return `<li>${escapeHtml(words)}</li>`
}

/** The seller's own list of items; of one where its id is given. */
export function inventoryPage(context: SimContext, id?: string): SimAnswer {
  const env = merchants(context)
    .toReversed()
    .find((candidate) => id === undefined || items(candidate).some((item) => item.id === id))
  const shown = env ? items(env).filter((item) => id === undefined || item.id === id) : []
  return htmlPage({
    status: id !== undefined && shown.length === 0 ? 404 : 200,
    title: 'Inventory · Clover',
    main: `<main><h1>Inventory</h1><ul>${env ? shown.map((item) => line(env, item)).join('') : ''}</ul></main>`,
  })
}
