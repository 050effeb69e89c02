import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { productHistory, undoProductChange } from '#contract/products/history.ts'
import { writtenChange } from '#domain/products/history/written.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listAuditEntries } from '../organizations/audit-log.ts'
import * as queries from './queries.ts'
import { get } from './record.ts'
import { backwards } from './write/back.ts'
import { type Wanted, changeMany } from './write/change.ts'
import { refusal } from './service.ts'

/** Who changed what of a product, newest first. @throws not_found */
export async function history(
  ctx: Ctx,
  id: number,
  page: HandlerInput<typeof productHistory>['query'],
): Promise<HandlerReply<typeof productHistory>> {
  if (!(await queries.find(ctx, id))) throw new AppError('not_found')
  return listAuditEntries(ctx, { ...page, entity: 'product', entityId: id })
}

/**
 * Puts back what one change made of a product, where nobody changed the same since. Pieces go back by the difference, so that what was sold since stays sold.
 * @throws not_found, cannot_undo, edit_conflict, sku_taken, stock_conflict
 */
export const undo = (ctx: Ctx, { id, changeId }: HandlerInput<typeof undoProductChange>['body']) =>
  inTransaction(ctx, async (ctx) => {
    const entry = await queries.writtenChange(ctx, id, changeId)
    if (!entry) throw new AppError('not_found')
    const { action, old, new: changed } = entry
    if (action !== 'update' || !old || !changed) throw new AppError('cannot_undo')
    const change: Wanted = {
      ...backwards(id, old, changed),
      plan: (now, template) => {
        const made = writtenChange(now, old, changed)
        return made && backwards(id, made.before, made.after).plan(now, template)
      },
    }
    const [done] = await changeMany(ctx, [change], { reason: 'undo' })
    if (!done || done.state === 'failed') throw refusal(done)
    if (done.state === 'unchanged') throw new AppError('cannot_undo')
    return get(ctx, id)
  })
