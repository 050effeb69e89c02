import { byConnection, ShopRows } from '../kit/shop-rows.ts'
import type { SandboxItem, SimContext } from '../kit/simulator.ts'
import seeds from './data/policies.json' with { type: 'json' }
import type { DocumentRow, Group, Item, Location, Offer, Order, Policy, PolicyKind } from './shapes.ts'

interface Rows {
  item: Item
  group: Group
  offer: Offer
  location: Location
  policy: Policy
  order: Order
  program: { programType: string }
  document: DocumentRow
  /** How often a listing was changed on that day. */
  revision: { day: string; count: number }
  /** Made in Seller Hub, and not migrated: the API knows nothing of it. */
  handmade: { listingId: string; item: SandboxItem; auction: boolean }
}
const kinds: (keyof Rows)[] = [
  'item',
  'group',
  'offer',
  'location',
  'policy',
  'order',
  'program',
  'document',
  'revision',
  'handmade',
]

/** One seller's things on eBay. */
export class Shop extends ShopRows<Rows> {
  readonly seller: string

  constructor(context: SimContext, seller: string) {
    super(context, seller, kinds)
    this.seller = seller
  }
  nextNumber(name: string): number {
    return this.context.store.nextNumber(name)
  }
  now(): string {
    return this.context.now().toISOString()
  }
  /** What a seller who has sold on eBay before has: policies, a location, the programs. */
  override seed(): void {
    this.together(() => {
      for (const [kind, policies] of Object.entries(seeds.policies) as [
        PolicyKind,
        (typeof seeds.policies)[PolicyKind],
      ][]) {
        for (const { id, ...body } of policies)
          this.put('policy', id, { id, kind, marketplaceId: body.marketplaceId, name: body.name, body })
      }
      for (const programType of seeds.programs) this.put('program', programType, { programType })
      for (const location of seeds.locations) this.put('location', location.merchantLocationKey, location as Location)
    })
  }
  /** The offers of one SKU, in the order they were made. */
  offersOf(sku: string): Offer[] {
    return this.list('offer').filter((offer) => offer.sku === sku)
  }
  groupOf(sku: string): Group | undefined {
    return this.list('group').find((group) => group.variantSKUs.includes(sku))
  }
  hasProgram(programType: string): boolean {
    return this.get('program', programType) !== undefined
  }
}

export interface Seller {
  username: string
  userId: string
  since: string
  /** Counts up over all consents. */
  connected?: number
}

/** The shops of all sellers, who connected last at the end. */
export const shops = (context: SimContext): Shop[] =>
  byConnection(context.store.list<Seller>('seller')).map(({ username }) => new Shop(context, username))

/** Notes that a seller lets the app in. */
export function connectSeller(context: SimContext, username: string): void {
  openShop(context, username)
  const seller = context.store.get<Seller>('seller', username)
  context.store.put('seller', username, { ...seller, connected: context.store.nextNumber('connected') })
}

/** The shop of a seller; a new name gets a new, seeded one. */
export function openShop(context: SimContext, username: string): Shop {
  const shop = new Shop(context, username)
  if (context.store.get('seller', username)) return shop
  const number = context.store.nextNumber('seller')
  // Opaque and stable, as eBay's are: eleven characters that say nothing of the name.
  const userId = `${(number * 7_368_787 + 91_234_567).toString(36)}sbx${number}`.slice(-11).padStart(11, '0')
  context.store.put('seller', username, { username, userId, since: context.now().toISOString() } satisfies Seller)
  shop.seed()
  return shop
}

const ids = {
  listing: (n: number) => 110_000_000_000 + ((n * 7919 + 553_914_207) % 90_000_000_000),
  offer: (n: number) => 5_000_000_000 + ((n * 7919 + 40_612_010) % 4_000_000_000),
  line: (n: number) => 10_000_000_000_000 + ((n * 7919 + 25_812_406) % 90_000_000_000),
  policy: (n: number) => 6_200_000_000 + n,
}
/** Digits, unlike each other, never given twice. */
export const newId = (shop: Shop, of: keyof typeof ids): string => String(ids[of](shop.nextNumber(of)))

/** As buyers read it: `01-03955-36441`. */
export function newOrderId(shop: Shop): string {
  const digits = String((shop.nextNumber('order') * 7_919_317 + 10_395_536_441) % 1_000_000_000_000).padStart(12, '0')
  return `${digits.slice(0, 2)}-${digits.slice(2, 7)}-${digits.slice(7)}`
}
