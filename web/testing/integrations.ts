import type { ChannelId } from '#contract/channels/ids.ts'
import { channelNames } from '#contract/channels/names.ts'
import { adoptingState } from '#contract/adopting/adopting.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { connectionHealth } from '#contract/integrations/health.ts'
import { listConnectionChecks } from '#contract/integrations/connection-checks.ts'
import { availableIntegrations, listIntegrations } from '#contract/integrations/integrations.ts'
import { lookupEndpoints, lookups } from '#contract/integrations/lookups.ts'
import { listJobs } from '#contract/jobs.ts'
import { listProducts } from '#contract/products/products.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { listDrift } from '#contract/sync/drift.ts'
import type { FakeServer } from './fake-server.ts'
import { shop } from './organization.ts'
import { pageWith } from './products.ts'

/* Connected channels, as the server sends them. */

type Listed = NonNullable<CallReply<typeof listIntegrations>[ChannelId]>
export type Integration = Omit<Listed, 'others'>
type Offered = CallReply<typeof availableIntegrations>[number]
type AdoptingState = CallReply<typeof adoptingState>
const day = '2026-11-20T10:00:00.000Z'

export const anIntegration = (channel: ChannelId, over: Partial<Integration> = {}): Integration => ({
  id: 5,
  channel,
  authenticated: true,
  oAuthUrl: `/oauth/${channel}`,
  storeUrl: '',
  integration: { shop: 'Shop', updatedAt: day, config: {} },
  currency: 'USD',
  priceRule: null,
  status: 'authenticated',
  problem: '',
  heldUp: [],
  shadowSince: null,
  connectedAt: day,
  accessRenewsAt: null,
  permissionEndsAt: null,
  ordersCheckedAt: null,
  counts: { live: 0, pending: 0, failed: 0, notKept: 0 },
  ...over,
})

/** An account that was begun, and whose consent was never given. */
export const aBegunIntegration = (channel: ChannelId, over: Partial<Integration> = {}): Integration =>
  anIntegration(channel, {
    authenticated: false,
    status: 'unauthenticated',
    connectedAt: null,
    integration: { shop: '', updatedAt: null, config: {} },
    ...over,
  })

/** A channel that can be connected by its consent page. */
export const anOffer = (channel: ChannelId, over: Partial<Offered> = {}): Offered => ({
  channel,
  label: channelNames[channel],
  consent: { startsAt: 'us', asks: [] },
  key: null,
  sandboxUrl: null,
  ...over,
})

export const neverRead: AdoptingState = {
  channel: 'ebay',
  shop: 'Shop',
  connected: true,
  read: null,
  counts: { managed: 0, linked: 0, look: 0, new: 0, alone: 0, waiting: 0, differs: 0, unmanagedSkus: 0 },
  doubts: [],
  linking: false,
  bringsIn: null,
}

export const neverChecked = (
  over: Partial<CallReply<typeof listConnectionChecks>> = {},
): CallReply<typeof listConnectionChecks> => ({
  makes: 'A draft product on no sales channel. Only your staff see it.',
  seenBy: '',
  sku: 'MOTTO-CHECK-1',
  title: 'Motto connection test',
  checks: [],
  mayRemain: false,
  ...over,
})

/** Answers all that the page of an integration reads; the lookups of channels are empty. */
export function answerIntegrations(server: FakeServer, accounts: CallReply<typeof listIntegrations>): void {
  server.answer(listIntegrations, accounts)
  server.answer(
    availableIntegrations,
    (['ebay', 'etsy', 'bigcommerce', 'shopify', 'square', 'clover', 'csv'] as const).map((channel) => anOffer(channel)),
  )
  server.answer(getClient, shop)
  server.answer(adoptingState, neverRead)
  server.answer(connectionHealth, {
    checkedAt: day,
    readiness: [],
    api: { version: 'v1', servedUntil: null },
    calls: [],
  })
  server.answer(listConnectionChecks, neverChecked())
  server.answer(listDrift, { rule: 'ask', open: 0, readAt: null, data: [] })
  server.answer(listJobs, pageWith())
  server.answer(listProducts, pageWith())
  answerLookups(server)
}

/** Answers what is asked of channels: nothing is there. */
export function answerLookups(server: FakeServer): void {
  for (const endpoint of Object.values(lookupEndpoints)) server.answer(endpoint, [])
  server.answer(lookups.ebay.policies, { paymentPolicies: [], returnPolicies: [], fulfillmentPolicies: [] })
  server.answer(lookups.ebay.categories, {
    categoryTreeVersion: '129',
    rootCategoryNode: {
      category: { categoryId: '0', categoryName: 'Root' },
      categoryTreeNodeLevel: 0,
      leafCategoryTreeNode: true,
    },
  })
}
