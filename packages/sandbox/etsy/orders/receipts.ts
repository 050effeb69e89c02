import { type Call, type Handler, listOf, ok, pageOf, route } from '../api/call.ts'
import { invalid, notFound } from '../api/errors.ts'
import { Form, jsonOf } from '../api/input.ts'
import { leftOf, showReceipt } from './receipt-view.ts'
import { newId, type Receipt, type Shop } from '../state.ts'
import { tell } from '../webhooks/webhooks.ts'

/** A sale is not seen at once. */
const isVisible = ({ context }: Shop, { visibleFrom }: Receipt) => visibleFrom <= context.now().getTime()

function need({ shop, params }: Call): Receipt {
  const receipt = shop.need('receipt', params[0] ?? '')
  if (!isVisible(shop, receipt)) throw notFound()
  return receipt
}

const places = {
  created: ({ created }: Receipt) => created,
  updated: ({ updated }: Receipt) => updated,
  receipt_id: ({ receipt_id }: Receipt) => receipt_id,
}

const list: Handler = (call) => {
  const { shop, query } = call
  const time = (name: string) => {
    const text = query.get(name)
    if (text !== null && !/^\d{9,11}$/.test(text)) throw invalid(`${name} must be a timestamp in seconds`)
    return text === null ? undefined : Number(text)
  }
  const is = (name: string, value: boolean) => {
    const text = query.get(name)
    return text === null || (text === 'true') === value
  }
  const within = (value: number, least?: number, most?: number) =>
    (least === undefined || value >= least) && (most === undefined || value <= most)
  const by = query.get('sort_on') ?? 'created'
  if (!(by in places)) throw invalid(`Invalid value for 'sort_on': ${by}`)
  const place = places[by as keyof typeof places]
  const matches = shop
    .list('receipt')
    .filter((receipt) => isVisible(shop, receipt))
    .filter((receipt) => within(receipt.created, time('min_created'), time('max_created')))
    .filter((receipt) => within(receipt.updated, time('min_last_modified'), time('max_last_modified')))
    .filter((receipt) => is('was_paid', receipt.payment === 'paid') && is('was_shipped', receipt.shippedAt !== null))
    .filter((receipt) => is('was_canceled', receipt.canceledAt !== null))
    .toSorted((a, b) => place(a) - place(b) || a.receipt_id - b.receipt_id)
  const isAscending = /^(asc|ascending|up)$/.test(query.get('sort_order') ?? 'desc')
  const { part, count } = pageOf(call, isAscending ? matches : matches.toReversed())
  return listOf(
    part.map((receipt) => showReceipt(shop, receipt)),
    count,
  )
}

const get: Handler = (call) => ok(showReceipt(call.shop, need(call)))

const update: Handler = (call) => {
  const receipt = need(call)
  const form = Form.of(call.request)
  const shipped = form.yes('was_shipped')
  if (shipped === undefined) return ok(showReceipt(call.shop, receipt))
  checkOpen(receipt)
  const shippedAt = shipped ? (receipt.shippedAt ?? call.shop.now()) : null
  const saved = call.shop.keepReceipt({ ...receipt, shippedAt })
  if (shipped && receipt.shippedAt === null) tell(call.shop, saved, 'order.shipped')
  return ok(showReceipt(call.shop, saved))
}

function checkOpen(receipt: Receipt): void {
  if (receipt.canceledAt !== null) throw invalid('A canceled receipt cannot be shipped')
  if (receipt.payment !== 'paid') throw invalid('An unpaid receipt cannot be shipped')
}

/** Without both, an order within the United States above this needs them; so does one to India. Cents. */
const untracked = 1000

/** Not idempotent: the same call again is one more parcel, and one more mail to the buyer. */
const track: Handler = (call) => {
  const receipt = need(call)
  const { tracking_code: code = '', carrier_name: carrier = '' } = jsonOf(call.request)
  if (typeof code !== 'string' || typeof carrier !== 'string') throw invalid('Expected string value')
  checkOpen(receipt)
  const worth = receipt.lines.reduce((sum, line) => sum + line.price * leftOf(receipt, line), 0)
  const { country_iso: country } = receipt.buyer
  const mustTrack = (country === 'US' && worth > untracked) || country === 'IN'
  if (mustTrack && (code === '' || carrier === '')) throw invalid('tracking_code and carrier_name are required')
  const at = call.shop.now()
  const shipment = {
    receipt_shipping_id: newId(call.context, 'shipment'),
    at,
    carrier_name: carrier,
    tracking_code: code,
  }
  const saved = call.shop.keepReceipt({
    ...receipt,
    shippedAt: receipt.shippedAt ?? at,
    mails: receipt.mails + 1,
    shipments: [...receipt.shipments, shipment],
  })
  if (receipt.shippedAt === null) tell(call.shop, saved, 'order.shipped')
  return ok(showReceipt(call.shop, saved))
}

export const receiptRoutes = [
  route('transactions_r', 'GET', '/shops/{}/receipts', list),
  route('transactions_r', 'GET', '/shops/{}/receipts/{}', get),
  route('transactions_w', 'PUT', '/shops/{}/receipts/{}', update),
  route('transactions_w', 'POST', '/shops/{}/receipts/{}/tracking', track),
]
