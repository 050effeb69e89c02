import type { Channel, ReadyListing } from '#channels/channel.ts'
import { toDecimal, toHundredths } from '#channels/kit/money.ts'
import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import { siteOf } from '#contract/channels/site.ts'
import type { Preflight } from '#contract/listings/preflight.ts'
import { askedNow, unlikely } from '#domain/listings/pricing/pricing.ts'
import { problem, type ProblemCode, type Problems, spoken } from '#domain/listings/problems/problem.ts'
import type { z } from 'zod'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type Connected, toAppError, withConnection } from '../integrations/connections/connections.ts'
import { remember } from '../integrations/lookups.ts'
import { mustBeConnected } from '../integrations/service.ts'
import * as queries from './queries.ts'
import { goneReferences } from './references.ts'
import { type PreparedListing, prepare } from './content/source.ts'

const FACTS_MS = 3_600_000
const factsMs = (channel: Channel) => (channel.factsSeconds ? channel.factsSeconds * 1000 : FACTS_MS)
/** Facts this old do not condemn a listing: a location, a category may be new. */
const FRESH_MS = 30_000

/** What the channel says of all listings like this one. */
export const factsOf = async (
  ctx: Ctx,
  { channel, connection }: Pick<Connected, 'channel' | 'connection'>,
  ready: ReadyListing,
  { id, integrationId }: { id: number | null; integrationId: number },
  keepMs = factsMs(channel),
  lastingMs = FACTS_MS,
): Promise<unknown> =>
  channel.facts &&
  remember(
    ctx,
    `${integrationId}:facts:${siteOf(channel.id, connection.settings as Record<string, unknown>)}:${channel.factsKey?.(ready) ?? id}`,
    async () => channel.facts?.(connection, ready),
    keepMs,
    lastingMs,
  )

/** What the channel's rules say of a listing, by field: what it would refuse, what it would rather have. @throws ChannelError when the rules cannot be had */
export async function checkListing(ctx: Ctx, listing: PreparedListing) {
  const { row, ready, resolved, problems, pricing } = listing
  const key = { organizationId: ctx.organizationId, integrationId: row.integrationId }
  const checked = await withConnection(ctx.services, key, async (connected) => {
    const { channel, connection } = connected
    const judge = async (...ages: number[]) =>
      channel.check(ready, await factsOf(ctx, connected, ready, row, ...ages), connection.settings)
    const [first, missing] = await Promise.all([judge(), goneReferences(ctx, connected, ready)])
    const fresh = Object.keys(first.errors).length > 0 ? await judge(FRESH_MS, FRESH_MS) : first
    return { ...fresh, gone: missing }
  })
  const doubt = pricing && unlikely(pricing.by)
  const ours = spoken(row.channel, {
    ...checked.gone,
    ...emptyReferences(resolved.unresolved),
    ...ownProblems(problems),
    ...(await wouldRemove(ctx, listing)),
  })
  return {
    errors: { ...checked.errors, ...ours.errors },
    causes: { ...checked.causes, ...ours.causes },
    warnings: { ...checked.warnings, ...(doubt ? { price: doubt } : {}) },
    costs: [...(checked.costs ?? [])],
  }
}

/** Attributes that texts refer to and that the product leaves empty, by the field of the text. */
const emptyReferences = (unresolved: Readonly<Record<string, readonly string[]>>): Problems =>
  Object.fromEntries(
    Object.entries(unresolved).flatMap(([field, [about, ...others]]) =>
      about === undefined ? [] : [[field, problem('missing_reference', { about, others })] as const],
    ),
  )

const ownCodes = {
  priceRule: 'price_rule',
  price: 'auction_price',
  description: 'too_much_markup',
  selectedSchemaId: 'listing_template_missing',
} as const satisfies Record<string, ProblemCode>
const isOwn = (field: string): field is keyof typeof ownCodes => Object.hasOwn(ownCodes, field)

/** What keeps a listing from being made at all. */
const ownProblems = (sentences: Readonly<Record<string, string>>): Problems =>
  Object.fromEntries(
    Object.entries(sentences).map(([field, sentence]) => [
      field,
      isOwn(field) ? problem(ownCodes[field], { sentence }) : problem('value_refused', { about: field, sentence }),
    ]),
  )

/** A whole listing takes the place of what stands there: parts that were never here would go with it. */
async function wouldRemove(ctx: Ctx, { row, ready }: PreparedListing): Promise<Problems> {
  if (!row.externalId) return {}
  const parts = await queries.partsOnlyThere(
    ctx,
    row,
    ready.variants.map(({ sku }) => sku),
  )
  if (parts.length === 0) return {}
  const [first = '', ...more] = parts.map((sku) => sku || 'one without a SKU')
  const name = channelNames[row.channel]
  const sentence = `On ${name} this listing also sells ${more.length > 0 ? `${first} and ${more.length} more` : first}: sending it whole would remove ${more.length > 0 ? 'them' : 'it'}. Make ${more.length > 0 ? 'them variations' : 'it a variation'} of this product first, or take ${more.length > 0 ? 'them' : 'it'} off ${name} and read its listings again. Motto goes on updating its quantities meanwhile.`
  return { variations: problem('would_remove', { sentence }) }
}

/** What buyers are asked at least, what of ours it is made of, and how. */
function pricesOf({ resolved, ready, selling, pricing, problems }: PreparedListing) {
  const own = Math.min(...resolved.variants.map(({ price }) => price))
  return {
    own: { price: own, currency: selling.from },
    asked: pricing && askedNow(own, pricing.by, pricing.pace),
    rule: selling.rule,
    price:
      'priceRule' in problems ? null : toHundredths(Math.min(...ready.variants.map((v) => v.price)), ready.currency),
  }
}

/** What would be sent for a product, and what stands in its way: to the account that is named, else to the channel's first. null: nobody has said yet how it lists there. */
export async function preflight(
  ctx: Ctx,
  { productId, channel, integrationId }: { productId: number; channel: ChannelId; integrationId?: number | undefined },
): Promise<z.output<typeof Preflight> | null> {
  const { id } = await mustBeConnected(ctx, channel, integrationId)
  const row = await queries.listing(ctx, productId, id)
  if (!row) {
    if (!(await queries.product(ctx, productId))) throw new AppError('not_found')
    return null
  }
  const [prepared] = await prepare(ctx, [row])
  if (!prepared) throw new AppError('not_found')
  const { errors, warnings, costs } = await checkListing(ctx, prepared).catch((error: unknown) => {
    throw toAppError(error)
  })
  const { ready } = prepared
  return {
    channel,
    title: ready.title,
    description: ready.description,
    ...pricesOf(prepared),
    // A channel without a currency of its own has our prices as they are.
    currency: ready.currency || prepared.selling.from,
    available: prepared.available,
    buffer: prepared.buffer,
    quantity: ready.variants.reduce((sum, v) => sum + v.quantity, 0),
    images: ready.images,
    fields: ready.fields as Record<string, unknown>,
    origins: prepared.resolved.origins(),
    errors,
    warnings,
    costs: costs.map(({ amount, currency, why }) => ({ amount: toDecimal(amount, currency), currency, why })),
  }
}
