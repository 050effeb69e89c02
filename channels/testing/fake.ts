import {
  type Channel,
  ChannelError,
  type ChannelOrder,
  type ExternalListing,
  type Outcome,
  type Page,
  type ReadyListing,
  type ReadyVariant,
  type Shipment,
} from '../channel.ts'

/** A listing as it stands on the fake. */
interface Standing {
  external: ExternalListing
  title: string
  currency: string
  variants: ReadyVariant[]
}

type Orders = NonNullable<Channel['orders']>

/** What a test puts in the place of the fake's own answers; what it throws is what the channel throws. */
export interface FakeOrders {
  pull: (since: Date, cursor: string | undefined) => Promise<Page<ChannelOrder>>
  ship: (shipment: Shipment) => Promise<Outcome>
  pollSeconds: Orders['pollSeconds']
}

export interface FakeChannel {
  channel: Channel
  /** What buyers see, in the order of listing. */
  shown(): { externalId: string; sku: string; title: string; price: number; quantity: number; url: string }[]
}

const PAGE = 50
const ok = { ok: true, value: undefined } as const
const gone = () => ({ ok: false, error: new ChannelError('not_found', 'There is no such listing.') }) as const

/**
 * A whole channel in memory: an adapter that asks nobody, for tests of what core does with a channel's answers. Its rules (name, limits, fields,
 * settings, check) are those of a real one; what stands in its shop is what was listed. How real channels answer is proven by the conformance
 * suite alone.
 */
export function fakeChannel(like: Channel, orders: Partial<FakeOrders> = {}): FakeChannel {
  const shop = new Map<string, Standing>()
  const { id, name, settings, fields, limits, needsCategory, connect } = like
  const channel: Channel = {
    id,
    name,
    settings,
    fields,
    limits,
    needsCategory,
    connect,
    check: (listing, facts, chosen) => like.check(listing, facts, chosen),
    lookups: {},
    account: async () => ({ accountId: 'fake-1', shop: 'fake-shop', name: 'Fake shop', currency: 'USD' }),
    listings: {
      // One with the same key is the same listing: publishing it again makes no second.
      publish: async (_c, batch) => batch.map((listing) => ({ ok: true, value: put(shop, listing) })),
      revise: async (_c, batch) =>
        batch.map((listing) =>
          shop.has(listing.external?.externalId ?? '') ? { ok: true, value: put(shop, listing) } : gone(),
        ),
      end: async (_c, batch) => batch.map(({ externalId }) => (shop.delete(externalId), ok)),
      pull: async (_c, cursor) => page([...shop.values()].flatMap(listingsOf), cursor),
    },
    stock: {
      set: async (_c, levels) =>
        levels.map(({ sku, quantity, listing }) => change(shop, listing, sku, (variant) => ({ ...variant, quantity }))),
    },
    prices: {
      set: async (_c, prices) =>
        prices.map(({ sku, price, listing }) => change(shop, listing, sku, (variant) => ({ ...variant, price }))),
    },
    orders: ordersOf(orders),
  }
  return { channel, shown: () => [...shop.values()].flatMap(listingsOf) }
}

function ordersOf({ pull, ship, pollSeconds = { sandbox: 2, live: 30 } }: Partial<FakeOrders>): Orders {
  return {
    pull: async (_c, since, cursor) => (pull ? pull(since, cursor) : { items: [], next: undefined }),
    ship: (_c, batch) => Promise.all(batch.map(async (shipment) => (ship ? ship(shipment) : ok))),
    adminUrl: () => '',
    pollSeconds,
  }
}

function put(shop: Map<string, Standing>, { key, title, currency, variants }: ReadyListing): ExternalListing {
  const externalId = `fake-${key}`
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
  const found = shop.get(externalId)
  if (!found?.variants.some((variant) => variant.sku === sku)) return gone()
  shop.set(externalId, { ...found, variants: found.variants.map((one) => (one.sku === sku ? to(one) : one)) })
  return ok
}

const listingsOf = ({ external, title, currency, variants }: Standing) =>
  variants.map(({ sku, price, quantity }) => ({
    externalId: external.externalId,
    url: external.url,
    status: 'live' as const,
    parts: external.parts[sku] ?? {},
    sku,
    title,
    price,
    currency,
    quantity,
  }))

function page<T>(all: T[], cursor = '0'): Page<T> {
  const end = Number(cursor) + PAGE
  return { items: all.slice(Number(cursor), end), next: end < all.length ? String(end) : undefined }
}
