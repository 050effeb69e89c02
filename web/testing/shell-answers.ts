import { listIdentities, listProviders } from '#contract/accounts/sign-on.ts'
import { recentNotifications } from '#contract/notifications.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { getStart, getUserClients } from '#contract/organizations/organizations.ts'
import { allSkus } from '#contract/products/products.ts'
import { listViews } from '#contract/views.ts'
import type { AnyEndpoint, CallReply } from '#contract/endpoint.ts'

export const start: CallReply<typeof getStart> = {
  currency: 'USD',
  templates: 1,
  products: 1,
  connectedChannels: 1,
  liveListings: 0,
  listedOnce: false,
  orders: 0,
  openOrders: 0,
  oversoldOrders: 0,
  lateOrders: 0,
  dueTodayOrders: 0,
  packableOrders: 0,
  unknownOrders: 0,
  waitingProposals: 0,
  failedListings: 0,
  heldChannels: 0,
  outOfStep: { notKept: 0, pending: 0, held: 0, tooMany: 0 },
  today: '2026-11-28',
  firstStepsHidden: false,
}

const answerTo = <E extends AnyEndpoint>(endpoint: E, reply: CallReply<E>) => ({ endpoint, reply: reply as unknown })

/** What the frame around every page reads, then what most lists read besides. */
export const shellAnswers: { endpoint: AnyEndpoint; reply: unknown }[] = [
  answerTo(getStart, start),
  answerTo(listProviders, []),
  answerTo(listIdentities, { identities: [], hasPassword: true, providers: [] }),
  answerTo(getUserClients, [{ id: 1, displayName: 'Shop' }]),
  answerTo(recentNotifications, []),
  answerTo(listAccounts, [{ id: 5, channel: 'ebay', account: 'Shop', authenticated: true }]),
  answerTo(listViews, []),
  answerTo(allSkus, ['TEE-1']),
]
