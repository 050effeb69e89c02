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
  const object = context.store.get<ObjectRow>('object', id)
  if (!object || object.isDeleted || object.type !== 'ITEM') return missing('This item')
  const env: Env = { context, merchant: object.merchant }
  const pictures = filledTexts(object.data['image_ids']).map((image) => textOf(live(env, image)?.data['url']))
  const rows = variationsOf(env, id).map((variation) => {
    const price = Number(objectOf(variation.data['price_money'])['amount'] ?? 0) / 100
    return `<li>${escapeHtml(nameOf(env, variation))} · ${escapeHtml(textOf(variation.data['sku']))} · $${price.toFixed(2)}</li>`
  })
  return htmlPage({
    title: `${textOf(object.data['name'])} · Square Dashboard`,
    main: `<main><h1>${escapeHtml(textOf(object.data['name']))}</h1>
${pictures.map((url) => `<img src="${escapeHtml(url)}" alt="" width="240">`).join('')}
<p>${escapeHtml(textOf(object.data['description_plaintext']))}</p><ul>${rows.join('')}</ul>
${object.data['is_archived'] === true ? '<p>Archived</p>' : ''}</main>`,
  })
}

export function orderPage(context: SimContext, id: string): SimAnswer {
  const orderRow = context.store.get<OrderRow>('order', id)
  if (!orderRow) return missing('This order')
  const { order } = orderRow
  const lines = (order.line_items ?? []).map(
    ({ name, quantity }) => `<li>${escapeHtml(quantity)} × ${escapeHtml(name)}</li>`,
  )
  return htmlPage({
    title: 'Order · Square Dashboard',
    main: `<main><h1>Order ${escapeHtml(id)}</h1><p>${escapeHtml(order.state)}</p><ul>${lines.join('')}</ul></main>`,
  })
}
