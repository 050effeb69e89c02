import { ChannelError } from '#channels/channel.ts'
import { channelNames } from '#contract/channels/ids.ts'
import type { Ctx } from '../../../context.ts'
import type { ListingRow, StoredResult } from '../../../db/tables/listings.ts'
import type { Settled } from '../queries.ts'

/** What our own checks find before the channel is asked. */
export class Objection extends ChannelError {}

/** What was set a moment ago is not shown yet: nothing went wrong, and the next look tells. */
export class Unsettled extends ChannelError {
  constructor(why = 'The number that was set is not shown yet.') {
    super('conflict', why, { retryAfterSeconds: 2 })
  }
}

/** It may be on sale there already, and some of it sold: its orders are read before its number is said again. */
export class Unlooked extends Unsettled {
  constructor() {
    super('Its orders are read first.')
  }
}

/** Why it was refused, where that is known. */
const causesOf = (status: StoredResult['status'], error: ChannelError | undefined): Pick<StoredResult, 'causes'> =>
  status === 'rejected' && error && Object.keys(error.causes).length > 0 ? { causes: error.causes } : {}

/** What a listing's channel said, as it is kept. @param more.of the fingerprint of what it speaks of */
export const result = (
  ctx: Ctx,
  row: ListingRow,
  status: StoredResult['status'],
  reason: string,
  more: { warnings?: string[]; error?: ChannelError; of?: string | undefined } = {},
): StoredResult => ({
  status,
  reason,
  code: more.error?.code ?? '',
  fields: more.error?.fields ?? {},
  ...causesOf(status, more.error),
  warnings: more.warnings ?? [],
  // A number says nothing of them.
  ...(row.pending === 'quantity' && row.result?.flaws ? { flaws: row.result.flaws } : {}),
  at: ctx.services.clock.now().toISOString(),
  version: row.pendingVersion,
  ...(row.pending ? { about: row.pending } : {}),
  ...(status === 'rejected' ? { saidBy: more.error && !(more.error instanceof Objection) ? 'channel' : 'motto' } : {}),
  ...(status === 'rejected' && more.error?.there ? { there: more.error.there } : {}),
  ...(more.error?.maybeDone ? { maybeDone: true as const } : {}),
  ...(status === 'rejected' && more.of ? { of: more.of } : {}),
})

/** What a listing waits for whose channel has to be connected again. */
export const waitsForConsent = (channelName: string) =>
  `Re-authorize ${channelName}. Pending updates are then sent automatically.`

/** That no answer came stays known, and since when; why it is not sent again at once is said. */
export function toldMeanwhile(error: Unsettled, { result: before }: ListingRow, name: string) {
  if (!(error instanceof Unlooked)) return undefined
  const reason = `${name} didn’t respond, so the listing may already be live. Motto checks before trying again.`
  return before && before.reason !== reason ? { ...before, reason } : undefined
}

/** The listing is not on the channel any more. Its parts are kept: the channel may find them again when it is listed anew. */
export const endedResult = (row: ListingRow): Settled => ({
  status: 'unlisted',
  external: row.external && { ...row.external, externalId: '', url: '' },
  pushedQuantity: 0,
})

/** A look found it off sale, and nobody here took it off. */
export const offSaleResult = (ctx: Ctx, row: ListingRow): Settled => ({
  ...endedResult(row),
  result: result(
    ctx,
    row,
    'rejected',
    `This listing is no longer live on ${channelNames[row.channel]}. It ended or was removed there. List it again.`,
  ),
})
