import { type Channel, ChannelError } from '#channels/channel.ts'
import { type Change, takeTurn } from '#domain/stock/revisions.ts'
import { type Ctx, inTransaction } from '../../../context.ts'

export interface Revision extends Change {
  listingId: number
}

/**
 * Takes the turns of listings that a channel lets change only so often: what is sold out first.
 * @returns for each what it waits for; undefined where it may go
 */
export async function takeTurns(
  ctx: Ctx,
  { name, limits }: Pick<Channel, 'name' | 'limits'>,
  changes: readonly Revision[],
): Promise<(ChannelError | undefined)[]> {
  const { revisions } = limits
  if (!revisions || changes.length === 0) return changes.map(() => undefined)
  const now = ctx.services.clock.now()
  const answers = new Map<Revision, ChannelError>()
  await inTransaction(ctx, async (ctx) => {
    const rows = await ctx.db
      .selectFrom('listingDebts')
      .select(['listingId', 'revisionsLeft', 'revisionsAt'])
      .where('organizationId', '=', ctx.organizationId)
      .where(
        'listingId',
        'in',
        changes.map(({ listingId }) => listingId),
      )
      .orderBy('listingId')
      .forUpdate()
      .execute()
    for (const { listingId, revisionsLeft, revisionsAt } of rows) {
      let turns =
        revisionsLeft !== null && revisionsAt !== null
          ? { left: revisionsLeft, ageSeconds: (now.getTime() - revisionsAt.getTime()) / 1000 }
          : undefined
      const own = changes.filter((change) => change.listingId === listingId)
      for (const change of own.toSorted((a, b) => rank(a) - rank(b))) {
        const { left, waitSeconds } = takeTurn(revisions, turns, change)
        turns = { left, ageSeconds: 0 }
        if (waitSeconds > 0) answers.set(change, notYet(name, revisions.calls, waitSeconds))
      }
      await ctx.db
        .updateTable('listingDebts')
        .set({ revisionsLeft: turns?.left ?? null, revisionsAt: now })
        .where('organizationId', '=', ctx.organizationId)
        .where('listingId', '=', listingId)
        .execute()
    }
  })
  return changes.map((change) => answers.get(change))
}
const rank = ({ quantity }: Revision) => quantity ?? Number.MAX_SAFE_INTEGER

const notYet = (name: string, calls: number, retryAfterSeconds: number) =>
  new ChannelError('quota', `${name} allows ${calls} changes per listing per day. This one is close to the limit.`, {
    scope: 'listing',
    retryAfterSeconds,
  })
