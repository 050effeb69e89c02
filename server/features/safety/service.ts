import type { HandlerInput } from '#contract/endpoint.ts'
import { MOST_OPERATORS, type NewOperator, type Operator, type updateOperator } from '#contract/safety/operators.ts'
import { type OperatorIndex, indexOperators } from '#domain/safety/safety.ts'
import { changedFields } from '#domain/products/history/changed.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { audit } from '../audit.ts'
import { oweTemplate } from '../outbox/service.ts'
import * as queries from './queries.ts'

export const list = (ctx: Ctx): Promise<Operator[]> => queries.list(ctx)
/** All operators, to be found by role and name. */
export const operatorIndex = async (ctx: Ctx): Promise<OperatorIndex> => indexOperators(await queries.list(ctx))

const entity = 'operator'

/** @throws operator_taken, invalid_input */
export const create = (ctx: Ctx, input: NewOperator): Promise<Operator> =>
  inTransaction(ctx, async (ctx) => {
    if ((await queries.count(ctx)) >= MOST_OPERATORS)
      throw invalid('name', `You can have up to ${MOST_OPERATORS} operators. Delete one first.`)
    const operator = await queries.insert(ctx, input)
    await audit(ctx, { entity, entityId: operator.id, action: 'create', new: input })
    return operator
  })

/**
 * Saves an operator. Live listings that name it are updated; what products call it changes only while none does.
 * @throws not_found, operator_taken, operator_in_use, edit_conflict
 */
export const update = (
  ctx: Ctx,
  id: number,
  { operator, updatedAt }: HandlerInput<typeof updateOperator>['body'],
): Promise<Operator> =>
  inTransaction(ctx, async (ctx) => {
    const before = await lock(ctx, id)
    if (before.updatedAt.getTime() !== updatedAt.getTime()) throw new AppError('edit_conflict')
    const changed = changedFields(before, operator)
    if (!changed) return before
    const templateIds = await queries.templatesNaming(ctx, before)
    const isRenamed = before.role !== operator.role || before.name.toLowerCase() !== operator.name.toLowerCase()
    if (isRenamed && templateIds.length > 0) throw new AppError('operator_in_use')
    const after = await queries.update(ctx, id, operator)
    for (const templateId of templateIds) await oweTemplate(ctx, templateId, 'revise')
    const { name } = after
    await audit(ctx, {
      entity,
      entityId: id,
      action: 'update',
      old: { name: before.name, ...changed.old },
      new: { name, ...changed.new },
    })
    return after
  })

/** @throws not_found, operator_in_use */
export const remove = (ctx: Ctx, id: number): Promise<{ ok: true }> =>
  inTransaction(ctx, async (ctx) => {
    const { name, role } = await lock(ctx, id)
    if ((await queries.templatesNaming(ctx, { name, role })).length > 0) throw new AppError('operator_in_use')
    await queries.remove(ctx, id)
    await audit(ctx, { entity, entityId: id, action: 'delete', old: { name, role } })
    return { ok: true }
  })

/** @throws not_found */
async function lock(ctx: Ctx, id: number): Promise<Operator> {
  const operator = await queries.lock(ctx, id)
  if (!operator) throw new AppError('not_found')
  return operator
}
