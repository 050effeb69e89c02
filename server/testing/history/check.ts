import { sql } from 'kysely'
import { knows, outcomeOf } from './client.ts'
import type { History, Told } from './run.ts'

/** Compares what people were told with the rows and the stock ledger. @returns a sentence for each statement that is false */
export async function violations(history: History): Promise<string[]> {
  const rows = await rowsOf(history)
  return [
    ...history.answers.flatMap((write) => [
      ...falseStatements(write, rows.get(write.key) ?? 0),
      ...otherAnswers(write, history),
    ]),
    ...(await cancelledParcels(history)),
    ...(await ledgerErrors(history)),
  ]
}

/** How many times the work of each write was saved, by the key that its rows carry. */
async function rowsOf({ db, organizationId, answers }: History): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; n: number }>`
    select source as key, count(*)::int as n from orders where organization_id = ${organizationId} group by 1
    union all
    select new->>'title', count(*)::int from audit_entries
      where organization_id = ${organizationId} and entity = 'product' and new ? 'title' group by 1
    union all
    select new->>'name', count(*)::int from audit_entries
      where organization_id = ${organizationId} and entity = 'view' and action = 'create' group by 1
    union all
    select new->>'trackingNumber', count(*)::int from audit_entries
      where organization_id = ${organizationId} and entity = 'order' and action = 'shipping' group by 1`.execute(db)
  const counts = new Map(rows.map(({ key, n }) => [key, n]))
  const cancelled = await db
    .selectFrom('auditEntries')
    .select('entityId')
    .where('organizationId', '=', organizationId)
    .where('action', '=', 'cancelled')
    .execute()
  const cancellations = new Map<number, number>()
  for (const { entityId } of cancelled) cancellations.set(entityId, (cancellations.get(entityId) ?? 0) + 1)
  const cancels = Map.groupBy(
    answers.filter(({ kind }) => kind === 'cancel'),
    ({ orderId }) => orderId ?? 0,
  )
  for (const [orderId, writes] of cancels) {
    const rows = cancellations.get(orderId) ?? 0
    for (const write of writes) counts.set(write.key, rows === 1 && isOfAnother(write, writes) ? 0 : rows)
  }
  return counts
}

/** An order's cancellation does not say whose it is: whoever was refused is not the one, where somebody else may be. */
const isOfAnother = ({ key, heard }: Told, ofOrder: readonly Told[]): boolean =>
  outcomeOf(heard) === 'not saved' &&
  ofOrder.some((other) => other.key !== key && outcomeOf(other.heard) !== 'not saved')

function falseStatements({ key, kind, heard }: Told, rows: number): string[] {
  const last = heard.at(-1) ?? { status: 0 }
  const known = outcomeOf(heard)
  const name = `${kind} ${key}`
  if (heard.some(({ status }) => status === 500)) return [`${name} was answered by an internal error`]
  if (rows > 1) return [`${name} was saved ${rows} times`]
  if (known === 'saved' && rows === 0) return [`${name} was told as saved, and is not there`]
  if (known === 'not saved' && rows > 0) return [`${name} was told as not saved (${last.code}), and is there`]
  return []
}

/** Whoever shipped an order shipped it: it is not cancelled as well. */
async function cancelledParcels({ db, organizationId, answers }: History): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('state', '=', 'cancelled')
    .execute()
  const cancelled = new Set(rows.map(({ id }) => id))
  return answers.flatMap(({ key, kind, orderId, heard }) =>
    kind === 'ship' && outcomeOf(heard) === 'saved' && cancelled.has(orderId ?? 0)
      ? [`ship ${key} was told as saved, and its order is cancelled`]
      : [],
  )
}

/** A key has one answer: a write that was saved gets it again, also at the end. */
function otherAnswers({ key, kind, heard }: Told, { again }: History): string[] {
  const answers = [...heard, ...(again.has(key) ? [again.get(key)] : [])].flatMap((answer) =>
    answer && knows(answer) === 'saved' ? [JSON.stringify(answer.data)] : [],
  )
  const wasSaved = heard.some((answer) => knows(answer) === 'saved')
  if (new Set(answers).size > 1) return [`${kind} ${key} got different answers`]
  if (wasSaved && again.has(key) && again.get(key)?.status !== 200)
    return [`${kind} ${key} was saved, and its repeat refused`]
  return []
}

/** Each level is what its movements make; each order moved what its state says. */
async function ledgerErrors({ db, organizationId }: History): Promise<string[]> {
  const { rows: levels } = await sql<{ sku: string }>`
    select l.sku from stock_levels l left join lateral (
      select coalesce(sum(delta_on_hand), 0) as on_hand, coalesce(sum(delta_reserved), 0) as reserved, coalesce(sum(delta_sold), 0) as sold
      from stock_movements m where m.organization_id = l.organization_id and m.level_id = l.id) m on true
    where l.organization_id = ${organizationId}
      and (l.reserved, l.sold, l.on_hand) is distinct from (m.reserved, m.sold, 1000 + m.on_hand)`.execute(db)
  const { rows: orders } = await sql<{ source: string; state: string }>`
    select o.source, o.state from orders o
      join lateral (select sum(quantity) as pieces from order_items i where i.organization_id = o.organization_id and i.order_id = o.id) i on true
      left join lateral (select coalesce(sum(delta_on_hand), 0) as on_hand, coalesce(sum(delta_reserved), 0) as reserved
        from stock_movements m where m.organization_id = o.organization_id and m.order_id = o.id) m on true
    where o.organization_id = ${organizationId}
      and (m.reserved, -m.on_hand) is distinct from (case when o.state = 'open' then i.pieces else 0 end, case when o.state = 'shipped' then i.pieces else 0 end)`.execute(
    db,
  )
  return [
    ...levels.map(({ sku }) => `the stock of ${sku} is not what its movements make`),
    ...orders.map(({ source, state }) => `the order ${source} is ${state}, and its movements say otherwise`),
  ]
}
