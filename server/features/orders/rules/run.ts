import { sql } from 'kysely'
import { RuleActions, RuleCondition, type OrderRule } from '#contract/orders/rules.ts'
import { type RuledOrder, matching, withTags } from '#domain/orders/rules/rules.ts'
import { actionWords } from '#domain/orders/rules/words.ts'
import type { Ctx } from '../../../context.ts'
import { type AuditEntry, auditMany } from '../../audit.ts'
import * as queries from './queries.ts'

/** Those that are on. One that cannot be read is left out and told of in the log: it stops no order. */
export async function rulesOn(ctx: Ctx): Promise<OrderRule[]> {
  return (await queries.list(ctx)).filter((rule) => rule.on && isReadable(ctx, rule))
}

function isReadable(ctx: Ctx, { id, conditions, actions }: OrderRule): boolean {
  try {
    // As they are kept: encoded they are what a person sends.
    RuleCondition.array().encode(conditions)
    RuleActions.encode(actions)
    return true
  } catch (error) {
    ctx.services.log.error({ err: error, rule: id }, 'a rule for orders cannot be read')
    return false
  }
}

/**
 * Does to an order that has just come what rules say, in the transaction that takes it in: it comes once, so they run once. A rule that fails is
 * undone alone and told in the order's history.
 */
export async function runRules(
  ctx: Ctx,
  rules: readonly OrderRule[],
  orderId: number,
  order: Omit<RuledOrder, 'tags'>,
): Promise<void> {
  const entries: AuditEntry[] = []
  let tags: string[] = []
  for (const rule of matching(rules, { ...order, tags })) {
    const next = withTags(tags, rule.actions.addTags)
    const failed = await undoneIfFailed(ctx, rule.id, (ctx) => apply(ctx, rule, orderId, next))
    if (!failed) tags = next
    entries.push(entry(rule, orderId, failed))
  }
  // Nobody did it, also where a person asked for the orders.
  await auditMany({ ...ctx, userId: null }, entries)
}

const apply = (ctx: Ctx, { name, actions, assignee }: OrderRule, orderId: number, tags: string[]) =>
  queries.apply(ctx, orderId, {
    tags,
    ...(actions.service && { service: actions.service }),
    ...(assignee && !assignee.gone && { assigneeId: assignee.id }),
    ...(actions.hold && { heldByRule: name }),
  })

function entry({ name, actions, assignee }: OrderRule, entityId: number, failed: boolean): AuditEntry {
  const about = { entity: 'order', entityId }
  if (failed) return { ...about, action: 'rule failed', new: { rule: name } }
  const effective = assignee?.gone ? { ...actions, assigneeId: null } : actions
  const done = [
    ...actionWords(effective, assignee?.name ?? ''),
    ...(assignee?.gone ? [`${assignee.name} is no longer a member, so the order wasn’t assigned`] : []),
  ]
  return { ...about, action: 'rule', new: { rule: name, done } }
}

async function undoneIfFailed(ctx: Ctx, rule: number, work: (ctx: Ctx) => Promise<unknown>): Promise<boolean> {
  await sql`savepoint order_rule`.execute(ctx.db)
  try {
    await work(ctx)
    await sql`release savepoint order_rule`.execute(ctx.db)
    return false
  } catch (error) {
    await sql`rollback to savepoint order_rule`.execute(ctx.db)
    ctx.services.log.error({ err: error, rule }, 'a rule for orders failed')
    return true
  }
}
