import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { type Order, type ordersByProduct, type recentOrders, type searchOrders } from '#contract/orders/orders.ts'
import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import { channels } from '#channels/registry.ts'
import { canShip } from '#domain/orders/intake/status.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { idsOf } from '../../http/requests/ids.ts'
import { toAppError, withConnection } from '../integrations/connections/connections.ts'
import { mustBeConnected } from '../integrations/service.ts'
import { skusUnder } from '../stock/service.ts'
import type { TakenIn } from './intake/intake.ts'
import { type Connect, pullOrders } from './intake/pull.ts'
import * as queries from './queries.ts'
import * as search from './search.ts'

type Rows = HandlerReply<typeof searchOrders>

/** A day counts whole, where the organization is; a moment to the millisecond. */
function readRange({
  startDate,
  endDate,
}: {
  startDate?: string
  endDate?: string
}): Pick<search.OrderFilter, 'from' | 'before'> {
  const read = (text: string | undefined, day: (text: string) => search.Edge, at: (ms: number) => Date) => {
    const trimmed = text?.trim()
    if (!trimmed) return undefined
    return /^\d{4}-\d{2}-\d{2}$/.test(trimmed) ? day(trimmed) : at(Date.parse(trimmed))
  }
  return {
    from: read(
      startDate,
      (day) => ({ beginOf: day }),
      (ms) => new Date(ms),
    ),
    before: read(
      endDate,
      (day) => ({ endOf: day }),
      (ms) => new Date(ms + 1),
    ),
  }
}

const filled = (values: string[] | undefined) => {
  const some = values?.map((v) => v.trim()).filter(Boolean)
  return some?.length ? some : undefined
}
/** "Completed" and "Pending" exclude each other and together are everything (ORD-045). */
function readStatuses(statuses: string[] | undefined): boolean | undefined {
  const wantedStatuses = new Set(filled(statuses)?.map((s) => s.toLowerCase()))
  return wantedStatuses.has('completed') === wantedStatuses.has('pending') ? undefined : wantedStatuses.has('completed')
}

interface Turned {
  page: number
  pageSize: number
  after?: number
  until?: number
  sort?: 'newest' | 'shipBy'
}

/** The page beside an order that the caller knows; by its number where the order is gone, or too few lead up to it. */
async function rowsOf(ctx: Ctx, filter: search.OrderFilter, { page, pageSize, after, until, sort }: Turned) {
  const offset = page * pageSize
  // The places beside an order are those of the list that begins with the newest.
  if (sort === 'shipBy') return search.page(ctx, filter, { offset, sort }, pageSize)
  const least = until === undefined ? 1 : pageSize
  const beside =
    after === undefined && until === undefined ? [] : await search.page(ctx, filter, { after, until, offset }, pageSize)
  return beside.length >= least ? beside : search.page(ctx, filter, { offset }, pageSize)
}

/** A page of orders; the first carries how many there are in all (ORD-354, ORD-356). */
async function listPage(ctx: Ctx, filter: search.OrderFilter, turned: Turned): Promise<Rows> {
  const { page, pageSize } = turned
  const rows = await rowsOf(ctx, filter, turned)
  const [first, ...rest] = rows
  if (!first) return []
  const seen = page * pageSize + rows.length
  const all = first.all ?? 0
  if (search.isBare(filter) || all <= search.MOST_COUNTED) return [{ ...first, totalRows: all }, ...rest]
  if (rows.length < pageSize) return [{ ...first, totalRows: seen }, ...rest]
  return [{ ...first, totalRows: Math.max(seen, search.MOST_COUNTED), itemsCapped: true }, ...rest]
}

const MOST_WORDS = 8

export async function list(ctx: Ctx, query: HandlerInput<typeof searchOrders>['query']): Promise<Rows> {
  return listPage(ctx, await filterOf(ctx, query), query)
}

/** What a list or a file of orders is asked for. */
export async function filterOf(
  ctx: Ctx,
  query: Omit<HandlerInput<typeof searchOrders>['query'], 'page' | 'pageSize' | 'sort'>,
): Promise<search.OrderFilter> {
  const typed = (query.search ?? []).flatMap((text) => text.toLowerCase().split(/\s+/)).filter(Boolean)
  const words = typed.length > 0 ? [...new Set(typed)].slice(0, MOST_WORDS) : undefined
  const ids = words && (await search.withWords(ctx, words))
  return {
    ...readRange(query),
    skus: filled(query.skus),
    templateNames: filled(query.templateNames),
    attributes: query.attributes?.length ? query.attributes : undefined,
    channels: filled(query.channels),
    integrations: filled(query.integrationIds)?.map(Number).filter(Number.isSafeInteger),
    completed: readStatuses(query.statuses),
    oversold: query.oversold === 'true' || undefined,
    sold: query.sold === 'true' || undefined,
    rate: query.rate || undefined,
    currency: query.currency || undefined,
    held: query.held === 'true' || undefined,
    assignees: filled(query.assignees)?.map((assignee) => assigneeOf(ctx, assignee)),
    tags: filled(query.tags),
    words,
    ids,
    due: query.due || undefined,
    tab: query.tab,
  }
}

/** A person by id, the caller as `me`, or `nobody`. */
const assigneeOf = ({ userId }: Ctx, assignee: string): number => {
  if (assignee === 'me') return userId ?? -1
  if (assignee === 'nobody') return 0
  const id = Number(assignee)
  if (!Number.isSafeInteger(id) || id < 1) throw invalid('assignees', '`assignees` must be user ids, `me` or `nobody`.')
  return id
}

export const recent = (ctx: Ctx, { page, limit, ...days }: HandlerInput<typeof recentOrders>['query']): Promise<Rows> =>
  listPage(ctx, { ...readRange(days), tab: 'all' }, { page, pageSize: limit })

/** The orders of a SKU; of a product with variations, theirs too. */
export const byProduct = async (
  ctx: Ctx,
  { sku, ...page }: HandlerInput<typeof ordersByProduct>['query'],
): Promise<Rows> => listPage(ctx, { skus: await skusUnder(ctx, sku), tab: 'all' }, page)

/** One order with its lines' products and the channel's own record. @throws not_found */
export async function get(ctx: Ctx, id: number): Promise<{ order: Order; channelOrder: unknown }> {
  const row = await queries.find(ctx, id)
  if (!row) throw new AppError('not_found')
  return { order: toOrder(ctx, row, await queries.itemsWithProducts(ctx, [id])), channelOrder: row.document }
}

/** Orders with their lines' products, in the order asked for. @throws invalid_input */
export async function onPaper(ctx: Ctx, selected: readonly string[] | undefined): Promise<Order[]> {
  const ids = idsOf('ids', selected)
  if (ids.length > MOST_ON_PAPER) throw invalid('ids', `You can print up to ${MOST_ON_PAPER} orders at a time.`)
  const rows = new Map((await queries.findMany(ctx, ids)).map((row) => [row.id, row]))
  const items = Map.groupBy(await queries.itemsWithProducts(ctx, ids), (item) => item.orderId)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [toOrder(ctx, row, items.get(id) ?? [])] : []
  })
}

type ItemRow = Awaited<ReturnType<typeof queries.itemsWithProducts>>[number]

function toOrder(
  ctx: Ctx,
  row: Awaited<ReturnType<typeof queries.findMany>>[number],
  items: readonly ItemRow[],
): Order {
  const { shippingAddress, billingAddress } = row
  return {
    id: row.id,
    clientId: ctx.organizationId,
    channel: row.channel,
    integrationId: row.integrationId,
    externalOrderId: row.externalOrderId,
    number: row.number,
    state: row.state,
    stage: row.stage,
    shipping: row.shipping,
    payment: row.payment,
    orderStatus: row.orderStatus,
    shippingStatus: row.shippingStatus,
    paymentStatus: row.paymentStatus,
    orderDate: row.orderDate,
    shippingDate: row.shippingDate,
    shipBy: canShip(row) ? row.shipBy : null,
    updateDate: row.updateDate,
    createdAt: row.createdAt,
    shippingCost: row.shippingCost,
    totalPrice: row.totalPrice,
    totalAmount: row.totalAmount,
    totalQuantity: row.totalQuantity,
    discountAmount: row.discountAmount,
    taxAmount: row.taxAmount,
    feeAmount: row.feeAmount,
    currency: row.currency,
    paymentAmount: row.paymentAmount,
    refundedAmount: row.refundedAmount,
    paymentDate: row.paymentDate,
    paymentDetails: { paymentMethod: row.paymentMethod, billingAddress },
    shippingDetails: {
      shippingMethod: row.shippingMethod,
      trackingNumber: row.trackingNumber,
      shippingAddress,
      sizeAndWeight: SizeAndWeight.parse(row.parcelSize),
      moreParcels: row.moreParcels,
      sentParcels: row.sentParcels,
    },
    customer: {
      name: row.buyerName,
      email: row.buyerEmail,
      phone: row.buyerPhone,
      address: shippingAddress,
      shippingAddress,
      billingAddress,
    },
    items: items.map((item) => toItem(item, row.state)),
    orderDetails: { readyToShip: row.readyToShip, notes: row.notes },
    oversold: row.oversold,
    adminUrl: adminUrl(ctx, row),
    labelUrl: row.state === 'open' ? labelUrl(ctx, row.channel) : '',
    // Which of several parcels a correction is meant for, no channel could tell.
    tellsTracking:
      row.channel !== 'manual' && row.sentParcels === 0 && channels[row.channel]?.orders?.track !== undefined,
    tellsParcels: tellsParcels(row.channel),
    source: row.source,
    tags: row.tags,
    held: isHeld(row),
    heldByRule: isHeld(row) ? row.heldByRule : '',
    assigneeId: row.assigneeId,
  }
}

function toItem(
  { title, images, location, warehouse, bin, sizeAndWeight, uncounted, ...item }: ItemRow,
  state: Order['state'],
): Order['items'][number] {
  const product =
    item.productId === null
      ? null
      : {
          title: title ?? '',
          images: images ?? [],
          location: location ?? '',
          warehouse: warehouse ?? '',
          bin: bin ?? '',
          sizeAndWeight: SizeAndWeight.parse(sizeAndWeight ?? {}),
        }
  // Of what is over, nothing is missing any more: it says what was sold without stock.
  const shortfall = state === 'open' ? item.shortfall : item.shortfall + Math.max(0, uncounted - item.lost)
  return { ...item, shortfall, returned: item.returned ?? 0, product }
}

/** Only what is open is held: a channel may send it all the same. */
export const isHeld = ({ held, state }: Pick<Order, 'held' | 'state'>): boolean => held && state === 'open'

/** Where a channel sells postage, '' where it does not. */
export function labelUrl(ctx: Ctx, channel: Order['channel']): string {
  const origins = channel === 'manual' ? undefined : ctx.services.config.channels[channel]?.origins
  return (channel !== 'manual' && origins && channels[channel]?.orders?.labelUrl?.(origins)) || ''
}

/** Whether a channel is told of each parcel of an order. */
export const tellsParcels = (channel: Order['channel']): boolean =>
  channel !== 'manual' && channels[channel]?.orders?.severalParcels === true

/** Why an order of a channel leaves as a whole or not at all, '' where a part of it may leave first. */
export const whyWhole = (channel: Order['channel']): string =>
  channel === 'manual' || channels[channel]?.orders?.parts
    ? ''
    : `${channelNames[channel]} doesn’t support partial shipments. Pack the remaining items first.`

/** The channel's own page of the order, '' where it has none or cannot be spoken to. */
export function adminUrl(
  ctx: Ctx,
  { channel, externalOrderId, shop }: { channel: Order['channel']; externalOrderId: string; shop: string | null },
): string {
  if (channel === 'manual') return ''
  const origins = ctx.services.config.channels[channel]?.origins
  return origins ? (channels[channel]?.orders?.adminUrl({ externalOrderId, shop: shop ?? '', origins }) ?? '') : ''
}

/** Looks for an account's orders now, of the channel's first where none is named. @throws integration_missing, integration_unauthenticated, unsupported, channel_refused, channel_unavailable */
export async function importNow(
  ctx: Ctx,
  { channel, integrationId }: { channel: ChannelId; integrationId?: number | undefined },
  connect: Connect = withConnection,
): Promise<TakenIn> {
  const { id } = await mustBeConnected(ctx, channel, integrationId)
  try {
    const { imported, updated } = await pullOrders(ctx, id, { connect })
    return { imported, updated }
  } catch (error) {
    throw toAppError(error)
  }
}
