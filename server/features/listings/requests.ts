import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { HandlerReply } from '#contract/endpoint.ts'
import type { listToChannels } from '#contract/listings/listings.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import type { ListingRow, StoredResult } from '../../db/tables/listings.ts'
import { AppError } from '../../errors.ts'
import { hearing } from '../../hearing.ts'
import { mustBeConnected } from '../integrations/service.ts'
import { wakeSender } from '../outbox/service.ts'
import { relisting } from '../pricing/service.ts'
import { viewResult } from './content/views.ts'
import * as queries from './queries.ts'
import { saveListings } from './service.ts'

/** What a channel was asked to do with a listing. */
type Request = { id: number; pendingVersion: number }

/** Notes what a person asked for and wakes the sender. */
export const request = (
  ctx: Ctx,
  row: Pick<ListingRow, 'id' | 'integrationId'>,
  what: 'publish' | 'quantity' | 'end',
): Promise<Request> =>
  inTransaction(ctx, async (ctx) => {
    const pendingVersion = await queries.request(ctx, row.id, what)
    await wakeSender(ctx, row.integrationId)
    return { id: row.id, pendingVersion }
  })

/** Waits until the channel has answered what was asked, or the time is over. @param waitSeconds how long @returns the listing; its result speaks of what was asked, or is `queued` */
async function outcome(
  ctx: Ctx,
  requested: Request,
  waitSeconds: number,
): Promise<ListingRow & { result: StoredResult }> {
  const until = performance.now() + waitSeconds * 1000
  const news = hearing(ctx, 'listings')
  try {
    for (;;) {
      const row = await queries.listingById(ctx, requested.id)
      if (!row) throw new AppError('not_found')
      const { result } = row
      const isAnswer = result !== null && (result.version ?? 0) >= requested.pendingVersion
      if (isAnswer && result.status !== 'queued') return { ...row, result }
      if (row.pending === null || performance.now() > until || ctx.services.stopping.aborted)
        return { ...row, result: isAnswer ? result : resultOf(ctx, 'queued', 'Still being sent.') }
      await news.next(until - performance.now())
    }
  } finally {
    news.stop()
  }
}

/** What was asked of one account, or why nothing was. */
type AccountRequest = { channel: ChannelId; integrationId: number } & (Request | { refused: string })

/** Asks every account that is switched on to list a product. @throws not_found */
export async function askAll(ctx: Ctx, productId: number): Promise<AccountRequest[]> {
  if (!(await queries.product(ctx, productId))) throw new AppError('not_found')
  const requests: AccountRequest[] = []
  for (const row of (await queries.listingsOf(ctx, productId)).filter(({ list }) => list))
    requests.push({ channel: row.channel, integrationId: row.integrationId, ...(await askOne(ctx, row)) })
  return requests
}

async function askOne(ctx: Ctx, row: ListingRow): Promise<Request | { refused: string }> {
  const integration = await mustBeConnected(ctx, row.channel, row.integrationId).catch((error: unknown) => error)
  if (integration instanceof AppError) return { refused: integration.message }
  if (integration instanceof Error) throw integration
  return request(ctx, row, 'publish')
}

/** Each account's own answer, in time: by channel the first's, and beside it the others'. @param wait seconds */
export async function answersOf(
  ctx: Ctx,
  requests: readonly AccountRequest[],
  wait: number,
): Promise<HandlerReply<typeof listToChannels>> {
  const results = await Promise.all(
    requests.map(async (request) => {
      const result =
        'refused' in request ? resultOf(ctx, 'rejected', request.refused) : (await outcome(ctx, request, wait)).result
      return { channel: request.channel, result: { ...viewResult(result), integrationId: request.integrationId } }
    }),
  )
  const byChannel = Map.groupBy(results, ({ channel }) => channel)
  return Object.fromEntries(
    [...byChannel].flatMap(([channel, [first, ...others]]) =>
      first ? [[channel, { ...first.result, others: others.map(({ result }) => result) }]] : [],
    ),
  )
}
const resultOf = (ctx: Ctx, status: StoredResult['status'], reason: string): StoredResult => ({
  status,
  reason,
  code: '',
  fields: {},
  warnings: [],
  ...(status === 'rejected' ? { saidBy: 'motto' } : {}),
  at: ctx.services.clock.now().toISOString(),
})

interface OnAccount {
  productId: number
  /** The channel's first where none is named. */
  integrationId?: number | null | undefined
}

/** Asks one account to list a product. @throws integration_missing, integration_unauthenticated, not_found */
export async function askToList(
  ctx: Ctx,
  channel: ChannelId,
  { productId, integrationId }: OnAccount,
): Promise<Request> {
  const { id } = await mustBeConnected(ctx, channel, integrationId)
  await saveListings(ctx, [{ channel, productId, integrationId: id, listSettings: { list: true } }])
  const row = await queries.listing(ctx, productId, id)
  if (!row) throw new AppError('not_found')
  return request(ctx, row, 'publish')
}

/** @param wait seconds @throws what the channel said, with the field to fix */
export async function listedOne(ctx: Ctx, request: Request, wait: number) {
  const done = await outcome(ctx, request, wait)
  throwRefusal(done)
  return {
    status: done.result.status === 'fulfilled' ? ('fulfilled' as const) : ('queued' as const),
    externalId: done.externalId,
    url: done.url,
    warnings: done.result.warnings.map((message) => ({ message })),
  }
}

/** Asks one account to end a listing. @throws integration_missing, integration_unauthenticated, not_found */
export async function askToUnlist(
  ctx: Ctx,
  channel: ChannelId,
  { productId, integrationId }: OnAccount,
): Promise<Request> {
  const { id } = await mustBeConnected(ctx, channel, integrationId)
  const row = await queries.listing(ctx, productId, id)
  if (!row?.externalId) throw new AppError('not_found', `This product is not listed on ${channelNames[channel]}.`)
  return inTransaction(ctx, async (ctx) => {
    // Its schedule may be about to list it anew.
    await relisting(ctx, row.id, false, ctx.services.clock.now())
    return request(ctx, row, 'end')
  })
}

/** @param wait seconds @throws what the channel said */
export async function unlistedOne(ctx: Ctx, request: Request, wait: number) {
  const done = await outcome(ctx, request, wait)
  throwRefusal(done)
  return { status: done.result.status === 'fulfilled' ? ('fulfilled' as const) : ('queued' as const) }
}

function throwRefusal({ result }: ListingRow): void {
  if (result?.status !== 'rejected') return
  // Found by our own checks: the channel was never asked.
  const isOurs = result.saidBy === 'motto' && Object.keys(result.fields).length > 0
  throw new AppError(isOurs ? 'listing_incomplete' : 'channel_refused', result.reason, { fields: result.fields })
}

/** Sends a listing again now: what it still owes, or the whole. */
export async function retry(ctx: Ctx, id: number) {
  const row = await queries.listingById(ctx, id)
  if (!row) throw new AppError('not_found')
  const pending = row.pending ?? row.result?.about
  await request(ctx, row, row.externalId && (pending === 'end' || pending === 'quantity') ? pending : 'publish')
}
