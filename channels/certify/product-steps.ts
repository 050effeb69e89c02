import type { productSteps } from '#contract/integrations/checks.ts'
import { ChannelError, type ExternalListing, isGone, type Outcome, type Place, type ReadyListing } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { toDecimal } from '../kit/money.ts'
import type { ChannelProduct } from '../product.ts'
import { isTestSku, testProduct, testValues } from './product.ts'
import { attention, failed, type Finding, passed, skipped, unsupported, type Walk, type Work } from './walking.ts'

/** Pages of listings among which the test product is looked for. */
const mostPages = 20
/** So often, and so far apart, is a channel asked that shows late what it was told. */
const LOOKS = 5
const PAUSE_MS = 2_000

function value<T>(outcome: Outcome<T> | undefined): T {
  if (!outcome) throw new ChannelError('unavailable', 'The channel answered nothing.')
  if (!outcome.ok) throw outcome.error
  return outcome.value
}

function sentLast({ listing, made }: Walk): ReadyListing {
  if (!listing) throw new ChannelError('not_found', 'There is no test product.')
  return { ...listing, external: made }
}

/** Changes what the next request says of the test product. */
function sendNext(walk: Walk, { title, price }: { title?: string; price: number }): ReadyListing {
  const listing = sentLast(walk)
  const variants = listing.variants.map((variant) => ({ ...variant, price }))
  walk.listing = { ...listing, variants, ...(title && { title }) }
  return sentLast(walk)
}

function placeNow(walk: Walk, c: Connection): Place {
  const listing = sentLast(walk)
  const [variant] = listing.variants
  if (!walk.made || !variant) throw new ChannelError('not_found', 'There is no test product.')
  const { locationId = '' } = (walk.channel.refersTo?.(listing, c.settings) ?? c.settings) as { locationId?: string }
  return { sku: variant.sku, listing: walk.made, locationId }
}

/** Units that the channel has for sale, or would have if the product were shown. */
async function unitsNow(walk: Walk): Promise<number> {
  const [outcome] = await walk.ask((c) => walk.channel.stock.read(c, [placeNow(walk, c)]))
  const { quantity, behind } = value(outcome)
  return behind ?? quantity
}

/** Products of checks, this one or those before it. @param enough that are looked for */
const testProducts = async (walk: Walk, enough: number): Promise<ChannelProduct[]> =>
  (await browse(walk, enough)).products

/** @returns whether there are more pages than were looked at, too */
async function browse(walk: Walk, enough: number): Promise<{ products: ChannelProduct[]; isCut: boolean }> {
  const products: ChannelProduct[] = []
  let cursor: string | undefined
  walk.browsing = true
  try {
    for (let n = 0; n < mostPages && products.length < enough; n++) {
      const page = await walk.ask((c) => walk.channel.listings.pull(c, cursor))
      products.push(
        ...page.items.filter(({ variants }) => variants.length > 0 && variants.every(({ sku }) => isTestSku(sku))),
      )
      cursor = page.next
      if (cursor === undefined) break
    }
  } finally {
    walk.browsing = false
  }
  return { products, isCut: cursor !== undefined }
}

const externalOf = ({ externalId, url, data, variants }: ChannelProduct): ExternalListing => ({
  externalId,
  url,
  data,
  parts: Object.fromEntries(variants.map(({ sku, part }) => [sku, part])),
})

/** Asks again until `isRight`, for channels that show late what they were told. */
async function settled<T>(walk: Walk, look: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  let current = await look()
  for (let n = 1; n < LOOKS && !isRight(current); n++) {
    await walk.wait(PAUSE_MS)
    current = await look()
  }
  return current
}

/** The test product as the channel shows it. */
interface Read {
  product: ChannelProduct
  units: number
}

/** What the channel shows instead of what was sent, as sentences. */
function deviations(walk: Walk, { product, units }: Read): string[] {
  const { title, variants } = sentLast(walk)
  const money = (minor: number | undefined) => toDecimal(minor ?? 0, walk.currency || 'USD')
  const rows: [string, string, string][] = [
    ['title', title, product.title],
    ['price', money(variants[0]?.price), money(product.variants[0]?.price)],
    ['quantity', String(testValues.quantity), String(units)],
    ['currency', walk.currency || product.currency, product.currency || walk.currency],
  ]
  const wrong = rows.flatMap(([name, sent, read]) =>
    sent === read ? [] : [`The ${name} was sent as ${sent} and read as ${read}.`],
  )
  const isSeen = product.state === 'live' && walk.channel.trial?.seenBy === ''
  return isSeen ? [...wrong, 'The product should be hidden, and the channel shows it as live.'] : wrong
}

/** @returns 'not reached' where the account has more listings than are looked through */
async function readBack(walk: Walk): Promise<Read | 'not reached' | undefined> {
  const { products, isCut } = await browse(walk, 1)
  const product = products.find((candidate) => isMade(walk, candidate))
  if (!product) return isCut ? 'not reached' : undefined
  return { product, units: await unitsNow(walk) }
}

async function compared(walk: Walk, what: string): Promise<Finding> {
  const read = await settled(
    walk,
    () => readBack(walk),
    (current) => current === 'not reached' || (current !== undefined && deviations(walk, current).length === 0),
  )
  if (read === 'not reached')
    return attention(
      `The test product isn’t among the first ${mostPages} pages of listings, so its title and price weren’t compared.`,
    )
  if (!read) return failed('The test product isn’t among the listings that the channel shows.')
  const wrong = deviations(walk, read)
  return wrong.length > 0 ? failed(wrong.join(' ')) : passed(what)
}
const isMade = ({ made }: Walk, { externalId, variants }: ChannelProduct) =>
  made !== null && (externalId === made.externalId || variants.some(({ sku }) => Object.hasOwn(made.parts, sku)))

async function publish(walk: Walk): Promise<string[]> {
  const [outcome] = await walk.ask((c) => walk.channel.listings.publish(c, [sentLast(walk)]))
  if (outcome && !outcome.ok && outcome.made) walk.made = outcome.made
  const there = outcome && !outcome.ok && outcome.error.kind === 'already_there' ? outcome.error.there : undefined
  if (there && Object.keys(there.parts).every(isTestSku)) {
    await walk.ask((c) => removal(walk)(c, there))
    walk.made = null
    return publish(walk)
  }
  walk.made = value(outcome)
  return outcome?.ok ? (outcome.warnings ?? []) : []
}

/** The test product; where the answer that named it could not be read, it is looked for. */
async function standing(walk: Walk): Promise<ExternalListing | null> {
  if (walk.made || !walk.listing) return walk.made
  const [product] = await testProducts(walk, 1)
  if (product) walk.made = externalOf(product)
  return walk.made
}

function removal({ channel }: Walk) {
  if (!channel.trial) throw new ChannelError('forbidden', 'A check of this channel only reads.')
  return channel.trial.remove
}

/** Steps of the test product. */
export const productWork: Record<(typeof productSteps)[number], Work> = {
  async leftovers(walk) {
    const all = await testProducts(walk, Number.POSITIVE_INFINITY)
    for (const product of all) await walk.ask((c) => removal(walk)(c, externalOf(product)))
    return passed(
      all.length === 0
        ? 'No test product was left by an earlier check.'
        : 'A test product of an earlier check was deleted.',
    )
  },
  async create(walk) {
    walk.listing = await walk.ask((c) => testProduct(walk.channel, c, walk.currency))
    const warnings = await publish(walk)
    return passed(['A test product with 1 unit was created.', ...warnings].join(' '))
  },
  read: (walk) => compared(walk, 'The test product reads as it was sent.'),
  async change(walk) {
    const next = sendNext(walk, { title: testValues.changedTitle, price: testValues.changedPrice })
    const [outcome] = await walk.ask((c) => walk.channel.listings.revise(c, [next]))
    walk.made = value(outcome)
    return compared(walk, 'The new title and price read as they were sent.')
  },
  async price(walk) {
    const { prices, trial, name } = walk.channel
    if (!prices) return unsupported(`${name} takes prices only with the whole listing.`)
    if (trial?.lacks?.price) return unsupported(trial.lacks.price)
    sendNext(walk, { price: testValues.lastPrice })
    const [outcome] = await walk.ask((c) => {
      const { sku, listing } = placeNow(walk, c)
      return prices.set(c, [{ sku, price: testValues.lastPrice, currency: walk.currency, listing }])
    })
    value(outcome)
    return compared(walk, 'The new price reads as it was sent.')
  },
  async sold_out(walk) {
    const { stock, trial } = walk.channel
    if (trial?.lacks?.sold_out) return unsupported(trial.lacks.sold_out)
    const [outcome] = await walk.ask((c) =>
      stock.set(c, [{ ...placeNow(walk, c), quantity: 0, from: testValues.quantity }]),
    )
    value(outcome)
    const shown = await settled(
      walk,
      () => unitsNow(walk),
      (units) => units === 0,
    )
    return shown === 0 ? passed('The quantity reads 0.') : failed(`The quantity was sent as 0 and read as ${shown}.`)
  },
  async end(walk) {
    const made = await standing(walk)
    if (!made) return skipped('There is no test product.')
    const [outcome] = await walk.ask((c) => walk.channel.listings.end(c, [made]))
    value(outcome)
    return passed('The test product was unlisted.')
  },
  async remove(walk) {
    const { made, channel } = walk
    if (!made) return skipped('There is no test product.')
    await walk.ask((c) => removal(walk)(c, made))
    const [outcome] = await walk.ask((c) => channel.stock.read(c, [placeNow(walk, c)]))
    const isThere = outcome?.ok === true || (outcome !== undefined && !outcome.ok && !isGone(outcome.error))
    if (isThere && (await testProducts(walk, 1)).length > 0)
      return failed(
        `The test product is still on ${channel.name}. Delete the SKU ${Object.keys(made.parts).join(', ')} there.`,
      )
    walk.made = null
    return passed('The test product was deleted, and nothing of it is left.')
  },
}
