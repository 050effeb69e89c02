import type { ProposalSubject } from '#contract/agents/actions.ts'
import type { getBudget, getProposal, listProposals } from '#contract/agents/proposals.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'
import { showChanges } from '#domain/products/history/shown.ts'
import { type Ctx, allows } from '../../context.ts'
import type { StoredOrder, StoredRow, StoredRows, StoredRun } from '../../db/tables/agents.ts'
import { AppError } from '../../errors.ts'
import * as changes from '../changes/service.ts'
import { currencyOf } from '../organizations/service.ts'
import * as publishingActions from './acting/publishing.ts'
import * as queries from './queries.ts'

export type WithRows = HandlerReply<typeof getProposal>

/** Longer values are cut where they are shown; what is applied is whole. */
const SHOWN_CHARACTERS = 400

export const aboutOf = ([row]: StoredRows): ProposalSubject => (row && 'about' in row ? row.about : 'products')
export const productsOf = (rows: StoredRows): StoredRow[] => rows.filter((row): row is StoredRow => !('about' in row))
export const ordersOf = (rows: StoredRows): StoredOrder[] =>
  rows.filter((row): row is StoredOrder => 'about' in row && row.about === 'orders')
export const runOf = (rows: StoredRows): StoredRun | undefined =>
  rows.find((row): row is StoredRun => 'about' in row && row.about === 'publishing')

/** Why what was applied cannot be undone. */
export const FINAL: Record<ProposalSubject, string> = {
  products: '',
  publishing: '',
  orders: 'Shipping, cancelling and refunding an order can’t be undone.',
}
const needs: Record<ProposalSubject, Permission> = {
  products: 'products:write',
  orders: 'orders:write',
  publishing: 'listings:write',
}

/**
 * Whether the caller may do what a proposal does, on the accounts that it is about.
 * @throws forbidden; not_found for accounts that the caller’s token does not reach
 */
export function mustMay(ctx: Ctx, rows: StoredRows): void {
  const permission = needs[aboutOf(rows)]
  if (!allows(ctx, permission)) throw new AppError('forbidden', `This proposal needs the permission ${permission}.`)
  if (!isReached(ctx, rows)) throw new AppError('not_found')
}
function isReached({ token }: Ctx, rows: StoredRows): boolean {
  const accounts = token?.accounts
  if (!accounts) return true
  const own = [...ordersOf(rows).map(({ integrationId }) => integrationId), ...(runOf(rows)?.integrationIds ?? [])]
  return own.every((id) => id === null || accounts.includes(id))
}

export async function list(ctx: Ctx, query: HandlerInput<typeof listProposals>['query']) {
  const { data, items } = await queries.list(ctx, query)
  return { data: data.map((proposal) => ({ ...proposal, final: FINAL[proposal.about] })), items }
}

export async function budgetOf(ctx: Ctx): Promise<HandlerReply<typeof getBudget>> {
  const [id, currency] = [ctx.token?.id, await currencyOf(ctx)]
  if (id === undefined) return { budget: null, used: { products: 0, units: 0, money: 0 }, currency }
  return { budget: await queries.budgetOf(ctx, id), used: await queries.usedBy(ctx, id), currency }
}

/** @throws not_found */
export async function get(ctx: Ctx, id: number): Promise<WithRows> {
  const proposal = await queries.find(ctx, id)
  if (!proposal) throw new AppError('not_found')
  const rows = await queries.rowsOf(ctx, id)
  if (!isReached(ctx, rows)) throw new AppError('not_found')
  const stored = runOf(rows)
  const run = stored ? await publishingActions.show(ctx, stored) : null
  return {
    ...proposal,
    final: FINAL[proposal.about],
    rows: await showProducts(ctx, productsOf(rows)),
    orders: ordersOf(rows).map(({ input, ...row }) => ({ ...row, orderId: input.orderId, action: input.action })),
    run,
    outcome: proposal.appliedAt === null ? null : await outcomeOf(ctx, rows, proposal.changeSetId, run),
  }
}

async function outcomeOf(ctx: Ctx, rows: StoredRows, changeSetId: number | null, run: WithRows['run']) {
  const about = aboutOf(rows)
  if (about === 'publishing') return run ? { changed: run.listed, failed: run.rejected } : null
  if (about === 'orders') {
    const count = (outcome: string) => ordersOf(rows).filter((row) => row.outcome === outcome).length
    return { changed: count('done'), failed: count('failed') }
  }
  const set = changeSetId === null ? undefined : await changes.get(ctx, changeSetId).catch(isForgotten)
  return set ? { changed: set.changed, failed: set.failed } : null
}

async function showProducts(ctx: Ctx, rows: readonly StoredRow[]): Promise<WithRows['rows']> {
  const ids = rows.map(({ productId }) => productId)
  const live = Map.groupBy(await queries.liveOn(ctx, ids), ({ productId }) => productId)
  return rows.map(({ productId, sku, title, before, after, error }) => ({
    productId,
    sku,
    title,
    error,
    changes: showChanges(before, after).map((change) => ({
      field: change.field,
      before: cut(change.before),
      after: cut(change.after),
    })),
    liveOn: (live.get(productId) ?? []).map(({ channel }) => channel),
  }))
}

/** Change sets are deleted after 30 days. */
function isForgotten(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error
}

const cut = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)
