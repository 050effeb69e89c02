import { ChannelError, type Level, type Outcome, type Place, type Price, type Shown } from '../channel.ts'
import { chunks, done, each, inCalls, ok, refused, throwIfWhole } from '../kit/batch.ts'
import { toDecimal } from '../kit/money.ts'
import { ask, gid, productIdOf, type ShopifyConnection } from './calls.ts'
import { throwUserErrors, userError } from './errors.ts'
import { Levels, SetPrices, SetStock, StockAt, type UserError } from './wire.ts'

/** Shopify takes 250 rows in a call; reading them must stay far below 1,000 points. */
const rowsPerCall = 100

interface Spot {
  index: number
  item: string
  location: string
}
interface Row extends Spot {
  quantity: number
  from: number | undefined
}
interface Known {
  stocked: boolean
  tracked: boolean
  available: number
  /** Whether its product is on sale; undefined where that was not asked. */
  live: boolean | undefined
}

const untracked =
  'Inventory tracking is off for this product on Shopify. Turn on “Track quantity” there, or save the listing here.'

/**
 * Sets what buyers can have, with the number that it replaces: when somebody bought since, Shopify refuses (`conflict`) rather
 * than losing the sale, and core counts again. Where core knows no such number, the one that stands is read and sent along.
 */
export const setStock = (c: ShopifyConnection, levels: Level[]): Promise<Outcome[]> =>
  byCall<Level, Row, undefined>(
    c,
    levels,
    (spot, { quantity, from }) => ({ ...spot, quantity, from }),
    (rows) => setRows(c, rows),
  )

/** What buyers can have. An item that is not stocked at the location shows none there, and of a product that is archived nobody can have any. */
export const readStock = (
  c: ShopifyConnection,
  places: Place[],
  { state } = { state: false },
): Promise<Outcome<Shown>[]> =>
  byCall<Place, Spot, Shown>(
    c,
    places,
    (spot) => spot,
    async (spots) => {
      const known = await readLevels(c, spots, state)
      return spots.map(({ item }) => {
        const level = known.get(item)
        return level ? ok(shownAt(level)) : refused(deleted())
      })
    },
  )

function shownAt({ available, live }: Known): Shown {
  if (live === undefined) return { quantity: available }
  return live ? { quantity: available, live } : { quantity: 0, live, behind: available }
}

const deleted = () => new ChannelError('not_found', 'This product was deleted on Shopify.')

/** Does `work` call by call; what has no item or no location there is answered without asking. */
async function byCall<I extends Place, R extends Spot, T>(
  c: ShopifyConnection,
  items: I[],
  toRow: (spot: Spot, item: I) => R,
  work: (rows: R[]) => Promise<Outcome<T>[]>,
): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = items.map(({ sku }) =>
    refused(new ChannelError('not_found', `${sku} isn’t on Shopify.`)),
  )
  const rows: R[] = []
  items.forEach((entry, index) => {
    const item = entry.listing.parts[entry.sku]?.inventoryItemId
    const location = gid('Location', entry.locationId || c.settings.locationId)
    if (!location)
      outcomes[index] = refused(
        new ChannelError('invalid', 'Choose a Shopify location.', {
          fields: { locationId: 'Choose a Shopify location.' },
        }),
      )
    else if (item) rows.push(toRow({ index, item, location }, entry))
  })
  return inCalls(outcomes, intoCalls(rows), work)
}

/** Rows of one location each, no item twice: Shopify refuses a repeated pair. */
function intoCalls<R extends Spot>(rows: R[]): R[][] {
  const calls: R[][] = []
  for (const row of rows) {
    const call = calls.find(
      (c) => c.length < rowsPerCall && c[0]?.location === row.location && !c.some(({ item }) => item === row.item),
    )
    if (call) call.push(row)
    else calls.push([row])
  }
  return calls
}

async function setRows(c: ShopifyConnection, rows: Row[]): Promise<Outcome[]> {
  const blind = rows.filter(({ from }) => from === undefined)
  const known = blind.length ? await readLevels(c, blind) : new Map<string, Known>()
  const outcomes = new Map<Row, Outcome>()
  const toSend: Row[] = []
  for (const row of rows) {
    const level = known.get(row.item)
    if (row.from !== undefined) toSend.push(row)
    else if (!level) outcomes.set(row, refused(deleted()))
    else if (!level.stocked) outcomes.set(row, await stockAt(c, row))
    else if (level.available === row.quantity) outcomes.set(row, done)
    else toSend.push(row)
  }
  for (const [row, outcome] of await sendRows(c, toSend, known)) outcomes.set(row, outcome)
  return rows.map((row) => {
    const outcome = outcomes.get(row) ?? done
    return outcome.ok && known.get(row.item)?.tracked === false ? ok(undefined, [untracked]) : outcome
  })
}

/** @param state also whether its product is on sale */
async function readLevels(c: ShopifyConnection, rows: Spot[], state = false): Promise<Map<string, Known>> {
  const variables = { ids: rows.map(({ item }) => item), location: rows[0]?.location, state }
  const { nodes } = await ask(c, 'levels', Levels, variables)
  return new Map(
    nodes.flatMap((node) => {
      if (!node || !('id' in node)) return []
      const [variant] = node.variants?.nodes ?? []
      // A draft is told as a flaw: it comes back without a word to us, and must not sell too much then.
      const live = variant && variant.product.status !== 'ARCHIVED'
      const available = node.inventoryLevel?.quantities.find(({ name }) => name === 'available')?.quantity ?? 0
      return [[node.id, { stocked: node.inventoryLevel !== null, tracked: node.tracked, available, live }] as const]
    }),
  )
}

/** Shopify takes all rows or none, so those it names are taken out and the rest is sent again. */
async function sendRows(c: ShopifyConnection, rows: Row[], known: Map<string, Known>): Promise<Map<Row, Outcome>> {
  const outcomes = new Map<Row, Outcome>()
  for (let left = rows; left.length; ) {
    const quantities = left.map(({ item, location, quantity, from }) => ({
      inventoryItemId: item,
      locationId: location,
      quantity,
      changeFromQuantity: from ?? known.get(item)?.available ?? null,
    }))
    // a fresh key per attempt: what an earlier one was refused is not to be answered from memory
    const { inventorySetQuantities } = await ask(c, 'setStock', SetStock, {
      input: { name: 'available', reason: 'correction', quantities },
      key: c.uuid(),
    })
    const named = byRow(left, inventorySetQuantities.userErrors)
    for (const [row, error] of named) outcomes.set(row, refused(userError([error])))
    const rest = left.filter((row) => !named.has(row))
    if (!named.size) {
      const unnamed = inventorySetQuantities.userErrors
      for (const row of rest) outcomes.set(row, unnamed.length ? refused(userError(unnamed)) : done)
      break
    }
    left = rest
  }
  return outcomes
}

/** `["input", "quantities", "3", "quantity"]` speaks of the fourth row. */
function byRow(rows: Row[], errors: UserError[]): Map<Row, UserError> {
  const named = new Map<Row, UserError>()
  for (const error of errors) {
    const path = error.field ?? []
    const row = rows[Number(path[path.indexOf('quantities') + 1] ?? Number.NaN)]
    if (path.includes('quantities') && row) named.set(row, error)
  }
  return named
}

async function stockAt(c: ShopifyConnection, { item, location, quantity }: Row): Promise<Outcome> {
  const { inventoryActivate } = await ask(c, 'stockAt', StockAt, { item, location, available: quantity, key: c.uuid() })
  return inventoryActivate.userErrors.length ? refused(userError(inventoryActivate.userErrors)) : done
}

/** One call per product, in the shop's own currency. */
export async function setPrices(c: ShopifyConnection, prices: Price[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = prices.map(({ sku }) =>
    refused(new ChannelError('not_found', `${sku} isn’t on Shopify.`)),
  )
  const byProduct = new Map<string, { index: number; id: string; price: string }[]>()
  prices.forEach(({ sku, price, currency, listing }, index) => {
    const id = listing.parts[sku]?.variantId
    const product = productIdOf(listing)
    if (id && product)
      byProduct.set(product, [...(byProduct.get(product) ?? []), { index, id, price: toDecimal(price, currency) }])
  })
  const calls = [...byProduct].flatMap(([product, rows]) =>
    chunks(rows, rowsPerCall).map((part) => ({ product, rows: part })),
  )
  const answers = await each(calls, 2, async ({ product, rows }) => {
    const variants = rows.map(({ id, price }) => ({ id, price }))
    throwUserErrors((await ask(c, 'setPrices', SetPrices, { product, variants })).productVariantsBulkUpdate.userErrors)
    return done
  })
  calls.forEach(({ rows }, n) => rows.forEach(({ index }) => void (outcomes[index] = answers[n] ?? done)))
  return throwIfWhole(outcomes)
}
