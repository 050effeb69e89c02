import {
  type Channel,
  ChannelError,
  type ChannelOrder,
  type ExternalListing,
  type Outcome,
  type Page,
  type ReadyListing,
  type ReadyVariant,
} from '../channel.ts'
import type { Shipment } from '../shipment.ts'
import type { ChannelProduct } from '../product.ts'
import type { Cancelling, Refunding, ToldRefund } from '../refund.ts'

/** A listing as it stands on the fake. */
interface Standing {
  external: ExternalListing
  title: string
  currency: string
  variants: ReadyVariant[]
  says?: Partial<Says>
}

type Orders = NonNullable<Channel['orders']>

/** What a test puts in the place of the fake's own answers; what it throws is what the channel throws. */
export interface FakeOrders {
  pull: (since: Date, cursor: string | undefined) => Promise<Page<ChannelOrder>>
  ship: (shipment: Shipment) => Promise<Outcome>
  /** Without it the fake cannot be told of another number. */
  track: (shipment: Shipment) => Promise<Outcome>
  pollSeconds: Orders['pollSeconds']
  severalParcels: true
  parts: true
  refund: (refunding: Refunding) => Promise<{ id: string }>
  /** With it the fake has no keys. */
  refunds: () => Promise<ToldRefund[]>
  cancel: (cancelling: Cancelling) => Promise<void>
}

type ForeignPart = Pick<ReadyVariant, 'sku' | 'price' | 'quantity' | 'barcode'>
/** What a listing says besides. */
type Says = Pick<ChannelProduct, 'description' | 'images' | 'brand' | 'attributes'>
export type ForeignItem = { title: string; says?: Partial<Says> } & (ForeignPart | { parts: ForeignPart[] })

export interface FakeChannel {
  channel: Channel
  /** Somebody buys there: its number falls at once, its order is seen after `tellOrders`. @throws Error when it does not show so many */
  buy(sku: string, quantity: number): void
  /** Puts listings there that we did not publish: each with one SKU, or with several parts. */
  addItems(items: ForeignItem[]): void
  /** Its order list shows what was bought until now. */
  tellOrders(): void
  /** Somebody changes the number there by hand. */
  edit(sku: string, quantity: number): void
  /** What it was asked, in order: `read A`, `set A 3`, `revise A`. */
  calls: string[]
  /** What buyers see, in the order of listing. */
  shown(): { externalId: string; sku: string; title: string; price: number; quantity: number; url: string }[]
}

const PAGE = 50
const ok = { ok: true, value: undefined } as const
const goneOutcome = () => ({ ok: false, error: new ChannelError('not_found', 'There is no such listing.') }) as const

/**
 * A whole channel in memory: an adapter that asks nobody, for tests of what core does with a channel's answers. Its rules (name, limits, fields,
 * settings, check) are those of a real one; what stands in its shop is what was listed. How real channels answer is proven by the conformance
 * suite alone.
 */
export function fakeChannel(
  like: Channel,
  { mode = like.stock.mode, ...orders }: Partial<FakeOrders> & { mode?: Channel['stock']['mode'] } = {},
): FakeChannel {
  const shop = new Map<string, Standing>()
  const sales = soldIn(like.id)
  const calls: string[] = []
  const { id, name, settings, fields, limits, connect } = like
  const channel: Channel = {
    id,
    name,
    settings,
    fields,
    limits,
    connect,
    check: (listing, facts, chosen) => like.check(listing, facts, chosen),
    lookups: {},
    account: async () => ({ accountId: 'fake-1', shop: 'fake-shop', name: 'Fake shop', currency: 'USD' }),
    listings: {
      // One with the same key is the same listing: publishing it again makes no second.
      publish: async (_c, batch) =>
        batch.map((listing) => {
          const other = otherWith(shop, listing)
          return other
            ? { ok: false, error: new ChannelError('already_there', `It is already on ${name}.`, { there: other }) }
            : { ok: true, value: put(shop, listing) }
        }),
      revise: async (_c, batch) =>
        batch.map((listing) => {
          calls.push(...listing.variants.map(({ sku }) => `revise ${sku}`))
          const there = shop.get(listing.external?.externalId ?? '')
          return there
            ? { ok: true, value: put(shop, keeping(there, listing), there.external.externalId) }
            : goneOutcome()
        }),
      end: async (_c, batch) => batch.map(({ externalId }) => (shop.delete(externalId), ok)),
      pull: async (_c, cursor) => page([...shop.values()].map(productOf), cursor),
    },
    stock: {
      mode,
      read: async (_c, places) =>
        places.map(({ sku, listing }) => {
          calls.push(`read ${sku}`)
          const there = shop.get(listing.externalId)?.variants.find((variant) => variant.sku === sku)
          return there ? { ok: true, value: { quantity: there.quantity, live: true } } : goneOutcome()
        }),
      set: async (_c, levels) =>
        levels.map(({ sku, quantity, from, listing }) => {
          calls.push(`set ${sku} ${quantity}`)
          const there = shop.get(listing.externalId)?.variants.find((variant) => variant.sku === sku)
          if (mode === 'compare' && from !== undefined && there && there.quantity !== from)
            return { ok: false, error: new ChannelError('conflict', 'It changed meanwhile.') }
          return change(shop, listing, sku, (variant) => ({ ...variant, quantity }))
        }),
    },
    prices: {
      set: async (_c, prices) =>
        prices.map(({ sku, price, listing }) => change(shop, listing, sku, (variant) => ({ ...variant, price }))),
    },
    orders: ordersOf({ pull: async () => ({ items: sales.told(), next: undefined }), ...orders }),
  }
  const alter = (sku: string, to: (quantity: number) => number) => {
    const standing = [...shop.values()].find(({ variants }) => variants.some((variant) => variant.sku === sku))
    if (!standing) throw new Error(`${sku} is not there`)
    change(shop, standing.external, sku, (variant) => ({ ...variant, quantity: to(variant.quantity) }))
  }
  return {
    channel,
    calls,
    shown: () => [...shop.values()].flatMap(shownOf),
    edit: (sku, quantity) => alter(sku, () => quantity),
    buy: (sku, quantity) => {
      alter(sku, (there) => {
        if (there < quantity) throw new Error(`${there} of ${sku} are there, not ${quantity}`)
        return there - quantity
      })
      sales.make(sku, quantity)
    },
    tellOrders: sales.tell,
    addItems: (items) => {
      for (const item of items) {
        const externalId = `foreign-${shop.size + 1}`
        const parts = 'parts' in item ? item.parts : [item]
        const variants = parts.map(({ sku, price, quantity, barcode = '' }, n) => ({
          sku,
          options: parts.length > 1 ? { Part: String(n + 1) } : ({} as Record<string, string>),
          price,
          quantity,
          barcode,
        }))
        const external = {
          externalId,
          url: `https://fake.example/${externalId}`,
          parts: Object.fromEntries(variants.map(({ sku }) => [sku, { variant: `${externalId}/${sku}` }])),
        }
        shop.set(externalId, { external, title: item.title, currency: 'USD', variants, says: item.says ?? {} })
      }
    },
  }
}

/** Quantities of what stands there stay. */
const keeping = (there: Standing, listing: ReadyListing): ReadyListing => ({
  ...listing,
  variants: listing.variants.map((variant) => ({
    ...variant,
    quantity: there.variants.find(({ sku }) => sku === variant.sku)?.quantity ?? variant.quantity,
  })),
})

/** Orders as they are made, and as its list shows them. */
function soldIn(name: string) {
  const late: ChannelOrder[] = []
  const seen: ChannelOrder[] = []
  return {
    make(sku: string, quantity: number) {
      const externalOrderId = `${name}-${late.length + seen.length + 1}`
      late.push({
        ...blankOrder(),
        externalOrderId,
        number: externalOrderId,
        lines: [lineOf(sku, quantity)],
        raw: { externalOrderId },
      })
    },
    tell: () => void seen.push(...late.splice(0)),
    told: () => [...seen],
  }
}

const lineOf = (sku: string, quantity: number) => ({
  externalId: 'line-1',
  sku,
  title: sku,
  price: 1000,
  quantity,
  taxAmount: 0,
  discountAmount: 0,
  shippingCost: 0,
})

/** An open, paid order of one buyer, placed just now, before it has lines. */
export function blankOrder(): Omit<ChannelOrder, 'externalOrderId' | 'number' | 'lines' | 'raw'> {
  const now = new Date()
  return {
    orderDate: now,
    updatedAt: now,
    cancelled: false,
    stage: 'open',
    shipping: 'open',
    payment: 'paid',
    words: { order: 'OPEN', shipping: 'NOT_STARTED', payment: 'PAID' },
    currency: 'USD',
    subtotal: 1000,
    shippingCost: 0,
    taxAmount: 0,
    discountAmount: 0,
    feeAmount: 0,
    totalAmount: 1000,
    paymentAmount: 1000,
    paymentDate: now,
    paymentMethod: 'Card',
    shippingMethod: '',
    trackingNumber: '',
    shippedAt: null,
    buyer: { name: 'Ana Lima', email: '', phone: '' },
    shippingAddress: {},
    billingAddress: {},
  }
}

function ordersOf({
  pull,
  ship,
  track,
  severalParcels,
  parts,
  refund,
  refunds,
  cancel,
  pollSeconds = { sandbox: 2, live: 30 },
}: Partial<FakeOrders>): Orders {
  return {
    pull: async (_c, since, cursor) => (pull ? pull(since, cursor) : { items: [], next: undefined }),
    ship: (_c, batch) => Promise.all(batch.map(async (shipment) => (ship ? ship(shipment) : ok))),
    ...(track && { track: (_c, batch) => Promise.all(batch.map(track)) }),
    ...(severalParcels && { severalParcels }),
    ...(parts && { parts }),
    ...(refund && { refund: (_c, refunding) => refund(refunding) }),
    ...(refunds && { refunds: () => refunds() }),
    ...(cancel && { cancel: (_c, cancelling) => cancel(cancelling) }),
    adminUrl: () => '',
    pollSeconds,
  }
}

/** A listing that somebody else made with one of these SKUs. */
const otherWith = (shop: Map<string, Standing>, { key, variants }: ReadyListing): ExternalListing | undefined =>
  [...shop.values()].find(
    ({ external: { externalId, parts } }) =>
      externalId.startsWith('foreign-') && externalId !== `fake-${key}` && variants.some(({ sku }) => parts[sku]),
  )?.external

function put(
  shop: Map<string, Standing>,
  { key, title, currency, variants }: ReadyListing,
  externalId = `fake-${key}`,
): ExternalListing {
  const parts = Object.fromEntries(variants.map(({ sku }) => [sku, { variant: `${externalId}/${sku}` }]))
  const external = { externalId, url: `https://fake.example/${externalId}`, parts }
  shop.set(externalId, { external, title, currency, variants })
  return external
}

function change(
  shop: Map<string, Standing>,
  { externalId }: ExternalListing,
  sku: string,
  to: (variant: ReadyVariant) => ReadyVariant,
): Outcome {
  const standing = shop.get(externalId)
  if (!standing?.variants.some((variant) => variant.sku === sku)) return goneOutcome()
  shop.set(externalId, {
    ...standing,
    variants: standing.variants.map((variant) => (variant.sku === sku ? to(variant) : variant)),
  })
  return ok
}

const shownOf = ({ external, title, variants }: Standing) =>
  variants.map(({ sku, price, quantity }) => ({
    externalId: external.externalId,
    url: external.url,
    sku,
    title,
    price,
    quantity,
  }))

const productOf = ({ external, title, currency, variants, says }: Standing): ChannelProduct => ({
  externalId: external.externalId,
  url: external.url,
  state: 'live',
  updatedAt: null,
  title,
  description: '',
  images: [],
  category: { id: '', name: '' },
  brand: '',
  condition: '',
  tags: [],
  attributes: [],
  sizeAndWeight: null,
  ...says,
  currency,
  variants: variants.map(({ sku, options, price, quantity, barcode = '', image = '' }) => ({
    sku,
    options,
    price,
    quantity,
    barcode,
    image,
    part: external.parts[sku] ?? {},
  })),
  data: {},
})

function page<T>(all: T[], cursor = '0'): Page<T> {
  const end = Number(cursor) + PAGE
  return { items: all.slice(Number(cursor), end), next: end < all.length ? String(end) : undefined }
}
