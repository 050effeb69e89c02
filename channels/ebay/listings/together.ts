import type { z } from 'zod'
import { ChannelError, type ExternalListing, isOfAccount, type Outcome, type ReadyVariant } from '../../channel.ts'
import { chunks, ok, refused } from '../../kit/batch.ts'
import { readAs } from '../../kit/read.ts'
import { ask, type EbayConnection, inventory, succeeded } from '../calls.ts'
import { ebayError, errorOfAnswer, sentences } from '../errors.ts'
import { aspectNames, type EbayListing, externalOf, isGroup, toItem, toNewOffer } from './map.ts'
import { localeOf, marketplaceOf } from './marketplaces.ts'
import { BulkAnswers } from '../wire.ts'

/** Each of the bulk calls takes so many, each SKU once. @see https://developer.ebay.com/api-docs/sell/inventory/resources/methods read 2026-11-26 */
const perCall = 25
/** Fewer take no more calls one by one. */
const worth = 2

type Answer = z.output<typeof BulkAnswers>['responses'][number]
/** A listing on its way. */
interface Moving {
  listing: EbayListing
  variant: ReadyVariant
  offerId: string
  warnings: string[]
}

/**
 * Lists those whose SKUs eBay does not know, in four calls for 25: nobody has an offer of what is not there, so nothing of anybody else is written
 * over. What an earlier try left, families, and what a call as a whole refuses go one by one.
 * @returns what became of them; with the others nothing was done
 * @throws ChannelError when nothing was done for any and the account or eBay is the reason
 */
export async function publishTogether(
  c: EbayConnection,
  batch: readonly EbayListing[],
): Promise<ReadonlyMap<EbayListing, Outcome<ExternalListing>>> {
  const outcomes = new Map<EbayListing, Outcome<ExternalListing>>()
  const alone = batch.flatMap((listing): Moving[] => {
    const [variant] = listing.variants
    const isNew = Object.keys(listing.external?.parts ?? {}).length === 0
    return variant && isNew && !isGroup(listing) ? [{ listing, variant, offerId: '', warnings: [] }] : []
  })
  const once = [...new Map(alone.map((move) => [move.variant.sku, move])).values()]
  for (const part of chunks(once, perCall)) {
    if (part.length < worth) continue
    let moving = part
    for (const step of [lookFor, putItems, makeOffers, publishOffers]) {
      try {
        moving = await step(c, moving, outcomes)
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error
        if (isOfAccount(error) && outcomes.size === 0) throw error
        // One of them made eBay refuse all; alone each hears its own reason.
        if (error.kind !== 'invalid') for (const { listing } of moving) outcomes.set(listing, refused(error))
        moving = []
      }
      if (moving.length === 0) break
    }
  }
  return outcomes
}

type Outcomes = Map<EbayListing, Outcome<ExternalListing>>
type Step = (c: EbayConnection, moving: Moving[], outcomes: Outcomes) => Promise<Moving[]>

async function bulk(c: EbayConnection, what: string, requests: object[], write: boolean): Promise<Answer[]> {
  const answer = await ask(c, { method: 'POST', path: inventory(`/bulk_${what}`), json: { requests } })
  if (!succeeded(answer)) throw errorOfAnswer(answer, write)
  return readAs('eBay', BulkAnswers, answer.body, write).responses
}

/** Those that eBay does not know. */
const lookFor: Step = async (c, moving) => {
  const requests = moving.map(({ variant: { sku } }) => ({ sku }))
  const answers = await bulk(c, 'get_inventory_item', requests, false)
  const unknown = new Set(answers.flatMap(({ sku, statusCode }) => (statusCode === 404 && sku ? [sku] : [])))
  return moving.filter(({ variant }) => unknown.has(variant.sku))
}

const putItems: Step = async (c, moving, outcomes) => {
  const locale = localeOf(marketplaceOf(c.settings.marketplaceId).language)
  const requests = moving.map(({ listing, variant }) => ({
    sku: variant.sku,
    locale,
    ...toItem(listing, variant, null),
  }))
  const answers = await bulk(c, 'create_or_replace_inventory_item', requests, true)
  return accepted(moving, outcomes, ({ variant }) => answers.find(({ sku }) => sku === variant.sku))
}

/** Every offer needs its item, so one that is there after all was made by somebody else just now, or by a try of ours. */
const makeOffers: Step = async (c, moving, outcomes) => {
  const requests = moving.map(({ listing, variant }) => toNewOffer(listing, variant, c.settings))
  const answers = await bulk(c, 'create_offer', requests, true)
  return accepted(moving, outcomes, ({ variant }) => answers.find(({ sku }) => sku === variant.sku))
}

const publishOffers: Step = async (c, moving, outcomes) => {
  const requests = moving.map(({ offerId }) => ({ offerId }))
  const answers = await bulk(c, 'publish_offer', requests, true)
  const answerTo = ({ offerId }: Moving) => answers.find((answer) => answer.offerId === offerId)
  for (const move of accepted(moving, outcomes, answerTo)) {
    const { listing, variant, offerId, warnings } = move
    const listingId = answerTo(move)?.listingId ?? ''
    const saved = { group: undefined, offers: [{ sku: variant.sku, offerId }] }
    outcomes.set(listing, listingId ? ok(externalOf(c, listing, listingId, saved), warnings) : unsaid(variant))
  }
  return []
}

/** Goes on with what was accepted; the rest is answered. */
const accepted = (moving: Moving[], outcomes: Outcomes, answerTo: (move: Moving) => Answer | undefined): Moving[] =>
  moving.flatMap((move) => {
    const answer = answerTo(move)
    const { listing, variant, offerId, warnings } = move
    if (!answer) outcomes.set(listing, unsaid(variant))
    else if (answer.statusCode >= 400) {
      const aspects = aspectNames(listing)
      outcomes.set(listing, refused(ebayError(answer.statusCode, answer.errors ?? [], { write: true, aspects })))
    } else
      return [{ ...move, offerId: answer.offerId ?? offerId, warnings: [...warnings, ...sentences(answer.warnings)] }]
    return []
  })

const unsaid = ({ sku }: ReadyVariant) =>
  refused(new ChannelError('unavailable', `eBay didn’t confirm the change to ${sku}.`, { maybeDone: true }))
