import type { z } from 'zod'
import type { Bringing } from '#contract/adopting/adopting.ts'
import type { Lack } from '#contract/channels/describe.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { ReadinessItem } from '#contract/integrations/health.ts'
import type { Payment, Shipping, Stage } from '#contract/orders/orders.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import type { FieldRule } from '#contract/mappings/values.ts'
import type { Problems } from '#domain/listings/problems/problem.ts'
import type { CategoryRules } from '#domain/requirements/changes.ts'
import type { Safety } from '#domain/safety/safety.ts'
import type { Quota, Revisions, ToldQuota } from './call.ts'
import type { Checked } from './checked.ts'
import type { AccountIdentity, Connect } from './connect.ts'
import type { Connection, CreateSigningKey } from './connection.ts'
import type { PrivacyCalls } from './privacy.ts'
import type { ChannelProduct, Flaws, ListingState, Sold, SoldWanted } from './product.ts'
import type { UndoCalls } from './refund.ts'
import type { Shipment } from './shipment.ts'
import type { Trial } from './trial.ts'
import type { Webhooks } from './webhook.ts'

/**
 * `revoked`: the grant itself is gone for good, the seller has to consent again. `unauthorized`: this access token was refused, a new one may do.
 * `forbidden`: this one call is not allowed, others are. `ended`: the listing is not there any more, listing again makes another.
 * `rate_limited`: too fast, seconds help. `quota`: used up until `resetAt`, for the `scope` it names. `too_expensive`: it never runs like this; a smaller page may.
 * `already_there`: a SKU is sold there by a listing that this one did not make (`there`); it was left as it is.
 */
export type FailureKind =
  | 'revoked'
  | 'unauthorized'
  | 'forbidden'
  | 'already_there'
  | 'rate_limited'
  | 'quota'
  | 'too_expensive'
  | 'invalid'
  | 'not_found'
  | 'ended'
  | 'conflict'
  | 'unavailable'
/** Whom a used up quota holds up. */
export type QuotaScope = 'listing' | 'account' | 'app'

/** Kinds that say nothing about what was asked for: whatever is asked next would meet the same. */
export const isOfAccount = ({ kind, scope }: ChannelError): boolean =>
  kind === 'revoked' || kind === 'unauthorized' || kind === 'rate_limited' || (kind === 'quota' && scope !== 'listing')

/** Failures that say nothing of what was asked, nor of the connection: the channel is silent, or wants to be left alone for a while. */
export const isPassing = (error: unknown): error is ChannelError =>
  error instanceof ChannelError &&
  (error.kind === 'unavailable' ||
    error.kind === 'rate_limited' ||
    error.kind === 'too_expensive' ||
    (error.kind === 'quota' && error.scope !== 'listing'))

/** Kinds that say that what was meant is not there. */
export const isGone = ({ kind }: ChannelError): boolean => kind === 'not_found' || kind === 'ended'

/** What a channel answered when it did not do as asked. The adapter names it; core decides what follows. */
export class ChannelError extends Error {
  readonly kind: FailureKind
  /** The channel's own error code, as it writes it. */
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Of `quota`: whom it holds up, and until when, where the channel says so. */
  readonly scope: QuotaScope
  readonly resetAt: Date | undefined
  /** Our listing field (`title`, `aspects.Brand`, `paymentPolicyId`, `images` …) → the channel's sentence. */
  readonly fields: Record<string, string>
  /** Why, by the same fields, where it is known. */
  readonly causes: Problems
  /** The request may have been carried out although no answer came: look before repeating it. */
  readonly maybeDone: boolean
  /** Of `already_there`: what stands there. */
  readonly there: ExternalListing | undefined
  constructor(
    kind: FailureKind,
    message: string,
    more: {
      code?: string
      retryAfterSeconds?: number
      scope?: QuotaScope
      resetAt?: Date
      fields?: Record<string, string>
      causes?: Problems
      maybeDone?: boolean
      there?: ExternalListing
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'ChannelError'
    this.kind = kind
    this.code = more.code
    this.retryAfterSeconds = more.retryAfterSeconds
    this.scope = more.scope ?? 'account'
    this.resetAt = more.resetAt
    this.fields = more.fields ?? {}
    this.causes = more.causes ?? {}
    this.maybeDone = more.maybeDone ?? false
    this.there = more.there
  }
}

export type Outcome<T = undefined> =
  | { ok: true; value: T; warnings?: string[] }
  /** `made`: what stands there all the same. It is kept, so that the next try goes on with it instead of making another. */
  | { ok: false; error: ChannelError; made?: ExternalListing }

/** One buyable form. A product without variations has exactly one, with its own SKU and no options. */
export interface ReadyVariant {
  sku: string
  /** Option name → value, in order: `{Size: 'L', Color: 'Red'}`. Empty for a single product. */
  options: Record<string, string>
  /** Integer, minor units. */
  price: number
  quantity: number
  /** Digits whose last one checks the others, or `DOES_NOT_APPLY`. */
  barcode?: string
  /** Absolute URL the channel can fetch. */
  image?: string
  /** Of a channel with columns: what those may refer to, by the key of its name. */
  values?: Record<string, string>
}
/** Of one piece: bids begin at `startPrice`, and `buyItNowPrice` ends it at once. Prices in minor units. */
export interface Auction {
  days: number
  startPrice: number
  buyItNowPrice: number | null
}
/** A product as it should stand on a channel: references resolved, defaults filled, checked for readiness. */
export interface ReadyListing<F = unknown> {
  /** Our listing product's id; stable over re-lists. Usable as an idempotent handle. */
  key: number
  title: string
  /** Sanitised HTML. */
  description: string
  currency: string
  condition: string
  images: string[]
  tags: string[]
  vendor: string
  sizeAndWeight: SizeAndWeight | null
  variants: ReadyVariant[]
  /** The channel's own fields: the schema with overrides applied and references resolved. */
  fields: F
  /** It is to be an auction, not to be sold at its price. */
  auction?: Auction
  /** It is made where buyers don't see it, to check the connection. */
  hidden?: true
  /** What product safety rules ask for, where product or template say it. */
  safety?: Safety
  /** What an earlier publish of this listing returned, null at first. */
  external: ExternalListing | null
}
export interface ExternalListing {
  /** The id buyers and orders know the listing by. */
  externalId: string
  url: string
  state?: ListingState
  /** When it ends by itself, ISO 8601. */
  endsAt?: string
  /** What the channel's calls need of the listing as a whole. */
  data?: Record<string, string>
  /** SKU → the ids that the channel's stock, price and order calls need. Of one that was linked under other SKUs `skus` says ours → theirs, to core alone. */
  parts: Record<string, Record<string, string>>
  skus?: Record<string, string>
}
/** Where one number stands on a channel. */
export interface Place {
  sku: string
  listing: ExternalListing
  /** The listing's resolved location where the channel keeps stock by location; else ''. */
  locationId: string
}
export interface Level extends Place {
  /** Absolute; repeating it is harmless. */
  quantity: number
  /** The number that this one replaces, every sale of which is accounted for. A channel that compares refuses (`conflict`) when it shows another. Absent: whatever stands there. */
  from?: number
}
/** Pieces that buyers can have, and whether it is on sale, where the channel says so with the number. `behind`: what the number says of one that is not. */
export interface Shown {
  quantity: number
  live?: boolean
  behind?: number
}
export interface Price {
  sku: string
  price: number
  currency: string
  listing: ExternalListing
}
export interface Page<T> {
  items: T[]
  next: string | undefined
}

export interface ChannelOrderLine {
  externalId: string
  sku: string
  title: string
  /** Per piece, minor units. */
  price: number
  /** Pieces that were bought. What is neither sent, restocked nor lost is still to be sent. */
  quantity: number
  /** In parcels, or handed over. */
  sent?: number
  /** Taken out of the order before they were sent, and for sale again. */
  restocked?: number
  /** Taken out of the order before they were sent, and not for sale again: missing or broken. */
  lost?: number
  /** Sent, and restocked there since: back on the shelf. */
  returned?: number
  taxAmount: number
  discountAmount: number
  shippingCost: number
  /** Money that went back for it, of a channel that tells no pieces with it: what Motto asked for there says which pieces they were. */
  refunded?: number
}
export interface ChannelAddress {
  name?: string
  company?: string
  phone?: string
  line1?: string
  line2?: string
  city?: string
  region?: string
  postalCode?: string
  country?: string
}
export interface ChannelOrder {
  externalOrderId: string
  /** Of a channel with several sites: that on which it was sold, by the value of its setting. */
  site?: string | undefined
  /** As people read it: `#1001`. */
  number: string
  orderDate: Date
  updatedAt: Date
  /** What is still open of it will not be sent, and is for sale again. */
  cancelled: boolean
  /** What the channel's own words mean: lists, filters and rules read these. */
  stage: Stage
  shipping: Shipping
  payment: Payment
  /** The channel's own words, in its spelling: shown, never compared. */
  words: { order: string; shipping: string; payment: string }
  currency: string
  /** All minor units. */
  subtotal: number
  shippingCost: number
  taxAmount: number
  discountAmount: number
  feeAmount: number
  totalAmount: number
  paymentAmount: number | null
  /** What went back of it so far; absent where the channel does not say. */
  refundedAmount?: number
  /** Keys of ours that its refunds carry, of a channel that tells no pieces with them. */
  refundKeys?: string[]
  paymentDate: Date | null
  paymentMethod: string
  shippingMethod: string
  trackingNumber: string
  shippedAt: Date | null
  /** By when the channel expects it to be sent, of a channel that says so: the earliest of its lines. */
  shipBy?: Date | null
  /** `account`: what the channel calls the buyer when it asks us to forget them. */
  buyer: { account?: string; name: string; email: string; phone: string }
  shippingAddress: ChannelAddress
  billingAddress: ChannelAddress
  lines: ChannelOrderLine[]
  /** The channel's answer, untouched. */
  raw: unknown
}

/** A channel: a thin, typed client of its real HTTP API. Writes take a batch and answer per item, in order; one bad item never sinks its neighbours. Any call may throw ChannelError `revoked`, `unauthorized`, `rate_limited` or `unavailable` for the whole batch. */
export interface Channel<F = unknown, S = unknown> {
  id: ChannelId
  name: string
  connect: Connect
  settings: z.ZodType<S>
  /** The listing fields of one schema, from `contract/channels/<id>.ts`. */
  fields: z.ZodType<F>
  limits: {
    titleChars: number
    descriptionChars: number
    images: number
    skuChars: number
    variants: number
    /** Listings that it publishes or revises together, in few more calls than one takes. Absent: each takes calls of its own. */
    together?: Partial<Record<'publish' | 'revise', number>>
    /** Our manners in one process: how steadily it asks for one account, and how much of it at once. Costs nothing to count. */
    requestsPerSecond: number
    concurrency: number
    /**
     * What the channel itself counts, all that hold at once, as it publishes them. Every process takes its calls from the same rows of the database,
     * so they are exact, and cost statements; one that forbids a burst within a second would cost one for almost every call. Hence the manners beside them.
     */
    quotas: readonly Quota[]
    revisions?: Revisions
  }
  /** As in its description. */
  lacks?: readonly Lack[]
  /** Lookups that the channel's editor needs, by the names of its description (`contract/channels/<id>.ts`). Answers pass the shapes of `contract/integrations/lookups.ts`. */
  lookups: Record<string, (c: Connection<S>, query: Record<string, string>) => Promise<unknown>>
  /** Who is it? Called after connecting. */
  account(c: Connection<S>): Promise<AccountIdentity>
  createSigningKey?: CreateSigningKey
  /** What the channel would refuse, found before asking it: our field → sentence, and why. Errors block. @param settings count where the listing leaves a field blank */
  check(listing: ReadyListing<F>, facts: unknown, settings?: S): Checked
  /** Facts that `check` needs (aspects of a category …); cached by core for `factsSeconds`. */
  facts?(c: Connection<S>, listing: ReadyListing<F>): Promise<unknown>
  /** Absent: an hour. A minute where the facts are of the seller's account, who may delete a location, a category or a sheet at any time. */
  factsSeconds?: number
  /** What the listing refers to in the seller's account, by the field that says so: its policies, profiles, location. Only fields whose options the channel is asked for; '' where it refers to none. */
  refersTo?(listing: ReadyListing<F>, settings: S): Record<string, string>
  /** What the facts say of the values of single fields, by the names that the channel has for them. Absent: it has no lists of values. `offers`: of those that only attributes fill, where no value is mapped. */
  values?(facts: unknown): FieldRule[]
  offers?(facts: unknown): FieldRule[]
  /** Settings to begin with, read off the account: its first location, its policies. Names are those of `settings`; '' where there is none. */
  defaults?(c: Connection<S>): Promise<Record<string, string>>
  /** Listings with the same key have the same facts: what to cache them by, per integration. */
  factsKey?(listing: ReadyListing<F>): string
  categoryRules?(facts: unknown): CategoryRules | undefined
  listings: {
    /** Takes nothing over: a SKU that another listing sells there answers `already_there`. What an earlier try left (`external`), also one that failed, is gone on with. */
    publish(c: Connection<S>, batch: ReadyListing<F>[]): Promise<Outcome<ExternalListing>[]>
    /** Changes everything but the quantities of what stands there: those are told by `stock.set` alone. What is new comes with its own. */
    revise(c: Connection<S>, batch: ReadyListing<F>[]): Promise<Outcome<ExternalListing>[]>
    end(c: Connection<S>, batch: ExternalListing[]): Promise<Outcome[]>
    /** Days of the auction that stands there; 0: it is none. Absent: the channel has no auctions. */
    auctionDays?(there: ExternalListing): number
    /** What became wrong with them there since they were answered, such as pictures that are fetched later; no sentences where all is well. Absent: the channel answers when all is done. */
    flaws?(c: Connection<S>, batch: ExternalListing[]): Promise<Outcome<Flaws>[]>
    /** Everything that stands there, each product once, whoever made it. */
    pull(c: Connection<S>, cursor?: string): Promise<Page<ChannelProduct>>
  }
  stock: {
    /**
     * How `set` meets what happened there meanwhile. `compare`: it is refused (`conflict`) where another number stands than the level's `from`.
     * `last`: the last writer wins, so core looks before each write.
     */
    mode: 'compare' | 'last'
    /** Seconds for which a look may still find the number that stood there before ours. Absent: what was set is shown at once. */
    settleSeconds?: number
    /** It keeps no listing without a unit: a listing whose last number is set to 0 is hidden, and put on sale again with the next unit. */
    hidesAtZero?: true
    /** Seconds at least between two reads of a few quantities beside looks at orders. Absent: a read may follow each look. */
    readSeconds?: number
    /** What stands there now. @param state also whether it is on sale, where that costs a call for each */
    read(c: Connection<S>, places: Place[], o?: { state: boolean }): Promise<Outcome<Shown>[]>
    set(c: Connection<S>, levels: Level[]): Promise<Outcome[]>
    /** By what the channel's calls name a number (`externalId` of a `stock` event), from a listing's part. Absent: it does not call. */
    ref?(part: Record<string, string>): string
  }
  prices?: { set(c: Connection<S>, prices: Price[]): Promise<Outcome[]> }
  orders?: UndoCalls<Connection<S>> & {
    /** Orders changed since `since`, oldest change first. Following `next` to the end misses none. */
    pull(c: Connection<S>, since: Date, cursor?: string): Promise<Page<ChannelOrder>>
    /** Sends what is still open of these lines; ok also when the channel knows the shipment. Absent: it knows no parcels, so a shipped order is marked here alone. */
    ship?(c: Connection<S>, batch: Shipment[]): Promise<Outcome[]>
    /** Puts carrier and number of a shipped order in place of what the channel was told; blank takes it away, repeating is harmless. Absent: it keeps what it was told. */
    track?(c: Connection<S>, batch: Shipment[]): Promise<Outcome[]>
    /** Whether `ship` (and `track`, where there is one) tells of each parcel. Absent: of the first alone. */
    severalParcels?: true
    /** Whether `ship` takes a part of an order, line by line. Absent: it sends the whole. */
    parts?: true
    /** The channel's own admin page of an order, '' where there is none. */
    adminUrl(o: { externalOrderId: string; shop: string; origins: Record<string, string> }): string
    /** Where the channel sells postage for orders that wait for a parcel (ORD-067). */
    labelUrl?(origins: Record<string, string>): string
    /** How often to look, in seconds, where orders come and nothing pushes. Core looks less often where nothing happens, or where the channel calls. */
    pollSeconds: { sandbox: number; live: number }
    /** The lane of `pull`, whose quota bounds how often to look. */
    lane?: string
  }
  webhooks?: Webhooks<S>
  /** Where the seller looks after the account at the channel (CHN-034); absent where Motto knows no such page. @param o.origins as in the settings */
  storeUrl?(o: { shop: string; origins: Record<string, string> }): string
  /** What the seller must have switched on there, done or not, in the order of setting it up. */
  readiness?(c: Connection<S>): Promise<ReadinessItem[]>
  /** Switches on an item of `readiness` that has an action; harmless when it is on. @throws ChannelError `not_found` for any other */
  switchOn?(c: Connection<S>, id: string): Promise<void>
  /** What the channel itself says of those of its quotas that are counted by the day. Absent: it does not say. */
  quotas?(c: Connection<S>): Promise<ToldQuota[]>
  /** Makes what its description says can be made there, in `makes`. @returns its id. @throws ChannelError `invalid` with the answer that is wrong in `fields` */
  make?(c: Connection<S>, field: string, answers: Record<string, string>): Promise<string>
  /** Makes listings that were made on its own pages, by their numbers there, known to `listings.pull`. Absent: all are. */
  bringIn?: { asks: Bringing; bring(c: Connection<S>, numbers: string[]): Promise<Outcome[]> }
  /** What all sellers there sold in the last 90 days of what is meant, one price each. @throws ChannelError `forbidden` where the operator's app may not see it */
  sold?(c: Connection<S>, request: SoldWanted): Promise<Sold>
  /** How a check of the connection makes a test product. Absent: the check only reads. */
  trial?: Trial<F, Connection<S>, ExternalListing>
  /** What the channel asks of us about people's data. */
  privacy?: PrivacyCalls
  /** Tells the channel that we leave; failures do not matter. */
  disconnect?(c: Connection<S>): Promise<void>
}
