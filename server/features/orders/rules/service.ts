import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import {
  MOST_RULES,
  type NewRule,
  type OrderRule,
  TRIED_ORDERS,
  type switchOrderRule,
  type tryOrderRule,
  type updateOrderRule,
} from '#contract/orders/rules.ts'
import { countryCode } from '#domain/orders/countries.ts'
import { missing } from '#domain/orders/rules/handling.ts'
import { actionWords, conditionWords } from '#domain/orders/rules/words.ts'
import { matching } from '#domain/orders/rules/rules.ts'
import { breathe } from '../../../breathe.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import * as queries from './queries.ts'

export const list = (ctx: Ctx): Promise<OrderRule[]> => queries.list(ctx)

/** @throws not_found */
async function find(ctx: Ctx, id: number): Promise<OrderRule> {
  const [rule] = await queries.list(ctx, id)
  if (!rule) throw new AppError('not_found')
  return rule
}

/** Writes rules one after the other. */
const writing = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (ctx) => {
    await queries.lockRules(ctx)
    return work(ctx)
  })

/** @throws invalid_input where somebody is no member, who would be given orders that they may not see */
async function mustBeMember(ctx: Ctx, { assigneeId }: NewRule['actions']): Promise<void> {
  if (assigneeId !== null && !(await queries.isMember(ctx, assigneeId)))
    throw invalid('actions.assigneeId', 'Choose a member of this organization.')
}

/** What the audit log tells. */
const describe = ({ name, on, conditions, actions, assignee }: OrderRule) => ({
  name,
  on,
  conditions: conditions.map(conditionWords),
  actions: actionWords(actions, assignee?.name ?? ''),
})
const log = (ctx: Ctx, action: string, id: number, values: { old?: OrderRule; new?: OrderRule }) =>
  audit(ctx, {
    entity: 'order_rule',
    entityId: id,
    action,
    ...(values.old && { old: describe(values.old) }),
    ...(values.new && { new: describe(values.new) }),
  })

/** @throws invalid_input */
export const create = (ctx: Ctx, input: NewRule): Promise<OrderRule> =>
  writing(ctx, async (ctx) => {
    const all = await queries.list(ctx)
    if (all.length >= MOST_RULES) throw invalid('name', `There are ${MOST_RULES} rules already. Delete one first.`)
    await mustBeMember(ctx, input.actions)
    const id = await queries.insert(ctx, input, all.length + 1)
    const rule = await find(ctx, id)
    await log(ctx, 'create', id, { new: rule })
    return rule
  })

const does = ({ conditions, actions }: Pick<NewRule, 'conditions' | 'actions'>) => JSON.stringify([conditions, actions])

/** What does something else now than what was tried is off until it is switched on again. @throws not_found, edit_conflict, invalid_input */
export const update = (
  ctx: Ctx,
  id: number,
  { updatedAt, ...input }: HandlerInput<typeof updateOrderRule>['body'],
): Promise<OrderRule> =>
  writing(ctx, async (ctx) => {
    const old = await find(ctx, id)
    mustBeSeen(old, updatedAt)
    const stays = does(inOneOrder(old)) === does(inOneOrder(input))
    if (!stays) await mustBeMember(ctx, input.actions)
    await queries.update(ctx, id, input, old.on && stays)
    const rule = await find(ctx, id)
    await log(ctx, 'update', id, { old, new: rule })
    return rule
  })

/** With its parts in one order: what the database keeps comes back in another. */
const inOneOrder = ({ conditions, actions }: Pick<NewRule, 'conditions' | 'actions'>) => ({
  conditions: conditions.map((condition) =>
    Object.fromEntries(Object.entries(condition).toSorted()),
  ) as NewRule['conditions'],
  actions: Object.fromEntries(Object.entries(actions).toSorted()) as NewRule['actions'],
})

function mustBeSeen({ updatedAt }: OrderRule, seen: Date | undefined): void {
  if (seen && seen.getTime() !== updatedAt.getTime()) throw new AppError('edit_conflict')
}

/** @throws not_found, edit_conflict */
export const turn = (
  ctx: Ctx,
  id: number,
  { on, updatedAt }: HandlerInput<typeof switchOrderRule>['body'],
): Promise<OrderRule> =>
  writing(ctx, async (ctx) => {
    const rule = await find(ctx, id)
    mustBeSeen(rule, updatedAt)
    if (rule.on === on) return rule
    await queries.turn(ctx, id, on)
    await log(ctx, on ? 'switch on' : 'switch off', id, { new: { ...rule, on } })
    return { ...rule, on }
  })

/** @throws not_found */
export const move = (ctx: Ctx, id: number, to: number): Promise<OrderRule[]> =>
  writing(ctx, async (ctx) => {
    const ids = (await queries.list(ctx)).map((rule) => rule.id)
    if (!ids.includes(id)) throw new AppError('not_found')
    await queries.place(ctx, ids.filter((other) => other !== id).toSpliced(to, 0, id))
    return queries.list(ctx)
  })

/** @throws not_found */
export const remove = (ctx: Ctx, id: number): Promise<{ ok: true }> =>
  writing(ctx, async (ctx) => {
    const rule = await find(ctx, id)
    await queries.remove(ctx, id)
    await log(ctx, 'delete', id, { old: rule })
    return { ok: true }
  })

/** Which of the latest orders a rule would match, had they come now, and what they do not have yet of what it does. @throws not_found, invalid_input */
export async function tryOut(
  ctx: Ctx,
  { id, conditions, actions }: HandlerInput<typeof tryOrderRule>['body'],
  { offset, limit }: { offset: number; limit: number },
): Promise<HandlerReply<typeof tryOrderRule>> {
  const all = await queries.list(ctx)
  const at = id ? all.findIndex((rule) => rule.id === id) : all.length
  if (at < 0) throw new AppError('not_found')
  await mustBeMember(ctx, actions)
  const tried = { name: '', conditions, actions }
  const rules = [...all.slice(0, at).filter((rule) => rule.on), tried]
  const orders = await queries.latest(ctx, TRIED_ORDERS)
  const hits: typeof orders = []
  for (const order of orders) {
    const { country, region } = order.shippingAddress
    if (matching(rules, { ...order, country, region, tags: [] }).includes(tried)) hits.push(order)
    await breathe()
  }
  const assignee = await queries.nameOf(ctx, actions.assigneeId)
  return {
    looked: orders.length,
    items: hits.length,
    data: hits.slice(offset, offset + limit).map(({ buyerName, shippingAddress, shippingMethod, ...order }) => ({
      ...order,
      customer: buyerName,
      country: countryCode(shippingAddress.country),
      changes: actionWords(missing(actions, { ...order, service: shippingMethod }), assignee),
    })),
  }
}
