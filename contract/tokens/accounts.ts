import { areas } from '../all.ts'
import type { AnyEndpoint } from '../endpoint.ts'
import { proposalWrites, scopesOf } from './access.ts'
import { scopesOfAllAccounts } from './scopes.ts'

/** Writes that count for every account of a channel, or for orders of all accounts. */
const forAll = new Set([
  'listJobs',
  'retryJob',
  'createOrderRule',
  'updateOrderRule',
  'moveOrderRule',
  'switchOrderRule',
  'deleteOrderRule',
  'tryOrderRule',
  'assignLine',
  'forgetMeaning',
  'saveValueMappings',
  'saveSharingException',
])

/** Writes of products whose scopes do not say so. Whoever withdraws a proposal writes nothing but the proposal. */
const ofProducts = new Set<string>(proposalWrites.filter((name) => name !== 'withdrawProposal'))

/** Writes of products and templates that name an account nevertheless. */
const withAccount = new Set(['settleDrift', 'createEbayTemplate', 'savePriceSuggestionConfiguration'])

/**
 * How an endpoint serves a token that is limited to some accounts. `closed`: not at all. `rows`: the database shows it rows of these accounts alone.
 * `shared`: it writes products or templates, which belong to no account, so that all their listings follow.
 */
export type AccountRule = 'closed' | 'rows' | 'shared'

function ruleOf(name: string, endpoint: AnyEndpoint): AccountRule {
  const needed = scopesOf(endpoint)
  if (!needed || forAll.has(name) || needed.some((scope) => scopesOfAllAccounts.has(scope))) return 'closed'
  const isShared = ofProducts.has(name) || needed.every((scope) => /^(?:products|templates):(?!read$)/.test(scope))
  return isShared && !withAccount.has(name) ? 'shared' : 'rows'
}

const rules = new Map<AnyEndpoint, AccountRule>(
  Object.values(areas).flatMap((endpoints) =>
    Object.entries(endpoints).map(([name, endpoint]) => [endpoint, ruleOf(name, endpoint)] as const),
  ),
)
export const accountRuleOf = (endpoint: AnyEndpoint): AccountRule => rules.get(endpoint) ?? 'closed'

/** @returns names in these lists that belong to no endpoint */
export const unknownNames = (): string[] => {
  const names = new Set(Object.values(areas).flatMap((endpoints) => Object.keys(endpoints)))
  return [...forAll, ...ofProducts, ...withAccount].filter((name) => !names.has(name))
}
