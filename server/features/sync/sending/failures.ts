import { type ChannelError, isGone } from '#channels/channel.ts'
import { channelNames } from '#contract/channels/ids.ts'
import type { Ctx } from '../../../context.ts'
import type { ListingRow, Pending } from '../../../db/tables/listings.ts'
import { SHADOW } from '../../integrations/connections/shadow.ts'
import { tellRefused } from '../../notifications/service.ts'
import { SELDOM, backoffSeconds } from './backoff.ts'
import { endedResult, Objection, result, toldMeanwhile, Unsettled, waitsForConsent } from './outcome.ts'
import * as queries from '../queries.ts'

/** Refusals that may pass by themselves, such as two writes meeting; beyond this many they are the seller's to see. */
const MOST_CONFLICTS = 8
/** Tries of a listing that meets a mistake of ours. */
const MOST_UNFORESEEN = 5

/** Seconds until a used up quota is full again; undefined where the channel does not say. */
const untilReset = (ctx: Ctx, { resetAt }: ChannelError): number | undefined =>
  resetAt && Math.max(1, (resetAt.getTime() - ctx.services.clock.now().getTime()) / 1000)

const laterBy = (ctx: Ctx, row: ListingRow, error: ChannelError): number =>
  error.retryAfterSeconds ?? untilReset(ctx, error) ?? backoffSeconds(row.attempts, ctx.services.clock.random)

/** In shadow mode the seller decides when it goes on. */
const whileUsedUp = ({ code, message }: ChannelError) =>
  code === SHADOW ? message : `${message} Motto continues automatically.`

/** What becomes of a listing whose channel did not do as asked: the seller is told, or we try again. @param of the fingerprint of what was asked */
export async function fail(
  ctx: Ctx,
  row: ListingRow,
  what: Pending,
  error: ChannelError,
  of: string | undefined,
): Promise<void> {
  const name = channelNames[row.channel]
  const later = laterBy(ctx, row, error)
  if (error instanceof Unsettled) return queries.postpone(ctx, row, later, toldMeanwhile(error, row, name), false)
  // A refusal that the seller has yet to mend is not covered by a hiccup of the quantities.
  const keeps = what === 'quantity' && row.result?.status === 'rejected' && row.result.about !== 'quantity'
  const wait = (reason: string, seconds: number, counts: boolean) =>
    queries.postpone(ctx, row, seconds, keeps ? undefined : result(ctx, row, 'queued', reason, { error }), counts)
  if (error.kind === 'revoked') return wait(waitsForConsent(name), 0, false)
  if (error.kind === 'unauthorized')
    return wait(`${name} is rejecting Motto’s access right now. Motto will try again.`, later, true)
  if (error.kind === 'quota') return wait(whileUsedUp(error), later, false)
  if (error.kind === 'rate_limited')
    return wait(`${name} is limiting requests. Motto continues automatically.`, later, true)
  if (error.kind === 'unavailable') return wait(`${name} didn’t respond. Motto will try again.`, later, true)
  const hasEnded = isGone(error) && row.externalId && what !== 'end'
  const mayPass = error.kind === 'conflict' && (what === 'quantity' || row.attempts < MOST_CONFLICTS)
  if (!mayPass) {
    const sentence = error instanceof Objection ? `Not sent: ${error.message}` : messageOf(error)
    await tellRefused(ctx, row, sentence, what === 'quantity' ? what : 'listing')
  }
  // A quantity is never given up: the channel would go on selling what is not there.
  if (what === 'quantity' && !hasEnded)
    return wait(
      `${error.message} Motto keeps trying to send the quantity.`,
      error.kind === 'conflict' ? later : backoffSeconds(row.attempts, ctx.services.clock.random, SELDOM),
      true,
    )
  if (mayPass) return wait(error.message, later, true)
  const rejected = result(ctx, row, 'rejected', messageOf(error), { error, of })
  if (hasEnded)
    return queries.settle(ctx, row, {
      ...endedResult(row),
      result: { ...rejected, reason: `This listing ended on ${name}. List it again.` },
    })
  // The listing stays as it is, on sale, and its quantity, which was part of what was refused, is still owed.
  if (row.externalId)
    return queries.settle(ctx, row, {
      result: rejected,
      ...(what === 'revise' ? { next: 'quantity' } : {}),
    })
  await queries.settle(ctx, row, { status: 'error', result: rejected })
}

/** What the seller reads of a refusal. */
const messageOf = ({ kind, message }: ChannelError) =>
  kind === 'already_there' ? `${message} Link it, or use a different SKU.` : message

/**
 * A mistake of ours met these listings. Each is tried alone, so that one does not keep its neighbours; one that meets it again and again is shown.
 * @throws the error, when even that cannot be kept
 */
export async function failUnforeseen(
  ctx: Ctx,
  rows: ListingRow[],
  error: unknown,
  alone: (row: ListingRow) => Promise<boolean>,
): Promise<boolean> {
  if (rows.length > 1) {
    for (const row of rows) if (!(await alone(row))) return false
    return true
  }
  const [row] = rows
  if (!row) throw error
  ctx.services.log.error({ err: error, listing: row.id, channel: row.channel }, 'a listing could not be sent')
  const sorry = 'Something went wrong on our side.'
  if (row.pending === 'quantity' || row.attempts < MOST_UNFORESEEN)
    await queries.postpone(
      ctx,
      row,
      backoffSeconds(row.attempts + 3, ctx.services.clock.random, SELDOM),
      result(ctx, row, 'queued', `${sorry} Motto tries again.`),
      true,
    )
  else
    await queries.settle(ctx, row, {
      ...(row.externalId ? {} : { status: 'error' as const }),
      result: result(ctx, row, 'rejected', sorry),
    })
  return true
}
