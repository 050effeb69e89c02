import type { z } from 'zod'
import {
  ChannelError,
  type ChannelOrder,
  type ExternalListing,
  type Outcome,
  type ReadyListing,
} from '../../channel.ts'
import type { Lack } from '#contract/channels/describe.ts'
import type { Remote, Sandboxed, Stage } from './stage.ts'
import type { Tokens } from '../../connect.ts'
import { toDecimal } from '../../kit/money.ts'
import type { Refused } from '../refusals/case.ts'
import { allPages } from '../../kit/paging.ts'

export interface Harness<F, S> {
  stage: Stage<F, S>
  sandbox: Remote
  /** A listing that the channel takes, its SKUs beginning with `name`. */
  listing(name: string, more?: Partial<ReadyListing<F>>): ReadyListing<F>
  /** The same as a family of four: two sizes in two colours. */
  family(name: string): ReadyListing<F>
  /** The address of a picture that the channel takes and fetches in vain, where it fetches later. */
  lostPicture?: string
  /** What the channel itself refuses, and the field that it is about. */
  refused(name: string): { listing: ReadyListing<F>; field: string }
  /** What the channel's documentation says that it refuses. */
  refusals: readonly Refused<F>[]
  isLive(status: string): boolean
  locationId: string
  /** More than one page of orders. */
  manyOrders: number
  clientSecret: string
  /** Every lookup with what it is asked and the shape that the editor relies on; `filled` ones must not be empty. */
  lookups: Record<string, { query: Record<string, string>; shape: z.ZodType; filled?: (answer: unknown) => boolean }>
  /** What can be made there, by its description: answers that make it, and one that its own field refuses. */
  makes?: Record<string, { answers: Record<string, string>; wrong: Record<string, string> }>
  /**
   * Where the channel calls only an address that the operator sets up by hand on its pages: sets it up.
   * @param proof what a handshake told the address, where the channel wants it to be entered there
   */
  register?(url: string, proof: () => Promise<string>): Promise<void>
  /** Its calls carry a fixed word and no signature, so one that was changed on its way cannot be told. */
  signsNothing?: true
  /** It signs with a key of its own, which it tells every app. */
  signsWithItsKey?: true
  /** Its orders have no page of their own. */
  hasNoOrderPages?: true
  /** Lets the channel's quotas recover between tests. */
  rest?(): void
  stop(): Promise<void>
}

/** What the tests of all channels share. */
export interface Tools<F, S> {
  readonly h: Harness<F, S>
  publish(...batch: ReadyListing<F>[]): Promise<Outcome<ExternalListing>[]>
  publishOne(listing: ReadyListing<F>): Promise<ExternalListing>
  onSandbox(prefix: string): Promise<Sandboxed[]>
  liveOnSandbox(prefix: string): Promise<Sandboxed[]>
  /** Takes pieces: a buyer does, or somebody by hand where nobody buys. */
  take(sku: string, quantity: number): Promise<unknown>
  orderCalls(): NonNullable<Stage<F, S>['channel']['orders']>
  order(id: string): Promise<ChannelOrder | undefined>
  renewed(): Promise<Tokens>
  /** Whether its tokens end, and others come in their place. */
  renews(): boolean
  /** What the channel has no place for is not asked of it. */
  lacks(what: Lack): boolean
  /** Minor units of the channel's currency as a buyer reads them: 1299 is 12.99 dollars and 1299 yen. */
  asSeen(minor: number): number
  /** One of both shapes, where there are both. */
  withFamily(alone: string, family: string): ReadyListing<F>[]
}

/** Before everything: orders of a fresh sandbox are younger. */
export const since = () => new Date(Date.now() - 3_600_000)

export function makeTools<F, S>(harness: () => Harness<F, S>): Tools<F, S> {
  const tools: Tools<F, S> = {
    get h() {
      return harness()
    },
    publish: async (...batch) => tools.h.stage.channel.listings.publish(tools.h.stage.connection(), batch),
    publishOne: async (listing) => value((await tools.publish(listing))[0]),
    onSandbox: async (prefix) => (await tools.h.sandbox.listings()).filter(({ sku }) => sku.startsWith(prefix)),
    liveOnSandbox: async (prefix) => (await tools.onSandbox(prefix)).filter(({ status }) => tools.h.isLive(status)),
    async take(sku, quantity) {
      if (!tools.lacks('orders')) return tools.h.sandbox.buy(sku, quantity)
      const [there] = (await tools.onSandbox(sku)).filter((listing) => listing.sku === sku)
      return tools.h.sandbox.edit({ sku, quantity: (there?.quantity ?? 0) - quantity })
    },
    orderCalls() {
      const { channel } = tools.h.stage
      if (!channel.orders) throw new Error(`${channel.name} has no orders`)
      return channel.orders
    },
    order: async (id) =>
      (await allPages((cursor) => tools.orderCalls().pull(tools.h.stage.connection(), since(), cursor))).find(
        ({ externalOrderId }) => externalOrderId === id,
      ),
    renewed: () => tools.h.stage.renew(),
    renews: () => tools.h.stage.channel.connect.oauth?.refreshRequest !== undefined,
    lacks: (what) => tools.h.stage.channel.lacks?.includes(what) ?? false,
    asSeen: (minor) => Number(toDecimal(minor, tools.h.listing('CUR').currency)),
    withFamily: (alone, family) => [
      tools.h.listing(alone),
      ...(tools.lacks('families') ? [] : [tools.h.family(family)]),
    ],
  }
  return tools
}

export function value<T>(outcome: Outcome<T> | undefined): T {
  if (!outcome?.ok) throw outcome?.error ?? new Error('No outcome')
  return outcome.value
}
export const refusal = (outcome: Outcome<unknown> | undefined) => (outcome && !outcome.ok ? outcome.error : undefined)
export async function failure(work: Promise<unknown>): Promise<ChannelError> {
  const error = await work.then(
    () => undefined,
    (e: unknown) => e,
  )
  if (!(error instanceof ChannelError)) throw error ?? new Error('Nothing failed')
  return error
}
