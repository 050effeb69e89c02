import type { Env } from '../../kit/merchants.ts'
import { objectOf, textOf } from '../../kit/json.ts'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext } from '../../kit/simulator.ts'
import { nameOf } from '../listings/catalog-view.ts'
import { type OrderRow } from '../orders/order-rows.ts'
import { live, filledTexts, type ObjectRow, variationsOf } from '../state.ts'

const missing = (what: string): SimAnswer =>
  htmlPage({ status: 404, title: 'Square Dashboard', main: `<main><h1>${what} is not here</h1></main>` })

/** The seller's own page of an item. */
export function itemPage(context: SimContext, id: string): SimAnswer {
  const found = context.store.get<ObjectRow>('object', id)
  if (!found || found.isDeleted || found.type !== 'ITEM') return missing('This item')
  const env: Env = { context, merchant: found.merchant }
  const pictures = filledTexts(found.data['image_ids']).map((image) => textOf(live(env, image)?.data['url']))
  const rows = variationsOf(env, id).map((one) => {
    const price = Number(objectOf(one.data['price_money'])['amount'] ?? 0) / 100
    return `<li>${escapeHtml(nameOf(env, one))} · ${escapeHtml(textOf(one.data['sku']))} · $${price.toFixed(2)}</li>`
  })
  return htmlPage({
    title: `${textOf(found.data['name'])} · Square Dashboard`,
    main: `<main><h1>${escapeHtml(textOf(found.data['name']))}</h1>
${pictures.map((url) => `<img src="${escapeHtml(url)}" alt="" width="240">`).join('')}
<p>${escapeHtml(textOf(found.data['description_plaintext']))}</p><ul>${rows.join('')}</ul>
${found.data['is_archived'] === true ? '<p>Archived</p>' : ''}</main>`,
  })
}

export function orderPage(context: SimContext, id: string): SimAnswer {
  const found = context.store.get<OrderRow>('order', id)
  if (!found) return missing('This order')
  const { order } = found
  const lines = (order.line_items ?? []).map(
    ({ name, quantity }) => `<li>${escapeHtml(quantity)} × ${escapeHtml(name)}</li>`,
  )
  return htmlPage({
    title: 'Order · Square Dashboard',
    main: `<main><h1>Order ${escapeHtml(id)}</h1><p>${escapeHtml(order.state)}</p><ul>${lines.join('')}</ul></main>`,
  })
}
