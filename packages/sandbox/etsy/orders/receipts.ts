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
    const given = query.get(name)
    if (given !== null && !/^\d{9,11}$/.test(given)) throw invalid(`${name} must be a timestamp in seconds`)
    return given === null ? undefined : Number(given)
  }
  const is = (name: string, value: boolean) => {
    const given = query.get(name)
    return given === null || (given === 'true') === value
  }
  const within = (value: number, least?: number, most?: number) =>
    (least === undefined || value >= least) && (most === undefined || value <= most)
  const by = query.get('sort_on') ?? 'created'
  if (!(by in places)) throw invalid(`Invalid value for 'sort_on': ${by}`)
  const place = places[by as keyof typeof places]
  const found = shop
    .list('receipt')
    .filter((one) => isVisible(shop, one))
    .filter((one) => within(one.created, time('min_created'), time('max_created')))
    .filter((one) => within(one.updated, time('min_last_modified'), time('max_last_modified')))
    .filter((one) => is('was_paid', one.payment === 'paid') && is('was_shipped', one.shippedAt !== null))
    .filter((one) => is('was_canceled', one.canceledAt !== null))
    .toSorted((a, b) => place(a) - place(b) || a.receipt_id - b.receipt_id)
  const isAscending = /^(asc|ascending|up)$/.test(query.get('sort_order') ?? 'desc')
  const { part, count } = pageOf(call, isAscending ? found : found.toReversed())
  return listOf(
    part.map((one) => showReceipt(shop, one)),
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
  const kept = call.shop.keepReceipt({ ...receipt, shippedAt })
  if (shipped && receipt.shippedAt === null) tell(call.shop, kept, 'order.shipped')
  return ok(showReceipt(call.shop, kept))
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
  const kept = call.shop.keepReceipt({
    ...receipt,
    shippedAt: receipt.shippedAt ?? at,
    mails: receipt.mails + 1,
    shipments: [...receipt.shipments, shipment],
  })
  if (receipt.shippedAt === null) tell(call.shop, kept, 'order.shipped')
  return ok(showReceipt(call.shop, kept))
}

export const receiptRoutes = [
  route('transactions_r', 'GET', '/shops/{}/receipts', list),
  route('transactions_r', 'GET', '/shops/{}/receipts/{}', get),
  route('transactions_w', 'PUT', '/shops/{}/receipts/{}', update),
  route('transactions_w', 'POST', '/shops/{}/receipts/{}/tracking', track),
]
