import { z } from 'zod'
import { ChannelId } from '#contract/channels/ids.ts'
import { connectionHealth } from '#contract/integrations/health.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { listListings, listingStates } from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { getProductBySku } from '#contract/products/products.ts'
import { getPublishing, listPublishItems, listPublishing } from '#contract/publishing.ts'
import { page, time, tool } from './tool.ts'

const runId = z.number().int().positive().describe('Id of a publish run, from list_publish_runs')
const texts = z.record(z.string(), z.string())

export const listingTools = [
  tool({
    name: 'find_listings',
    title: 'Find listings',
    description:
      'Finds listings by channel, state or words. The state “error” holds rejected listings, and live listings whose last update was rejected.',
    effect: 'reads',
    input: z.object({
      search: z.array(z.string().max(200)).max(20).optional(),
      channel: ChannelId.optional(),
      status: z.enum(listingStates).optional(),
      ...page,
    }),
    data: z.object({
      listings: z.array(
        z.object({
          id: z.number(),
          productId: z.number(),
          sku: z.string(),
          title: z.string(),
          channel: z.string(),
          status: z.string(),
          url: z.string(),
          price: z.number(),
          available: z.number(),
          pushedQuantity: z.number().nullable().describe('Units the channel was told last'),
          pending: z.string().nullable().describe('What is to be sent to the channel'),
          result: z.object({ status: z.string(), reason: z.string(), fields: texts, at: time }).nullable(),
        }),
      ),
      total: z.number(),
    }),
    uses: [listListings],
    async run(call, query) {
      const { data, items } = await call(listListings, { query })
      return { data: { listings: data, total: items } }
    },
  }),
  tool({
    name: 'explain_listing',
    title: 'Explain a listing',
    description:
      'Checks how a product lists on a channel: what would be sent, what the channel would reject and why, warnings, and listing fees. Sends nothing.',
    effect: 'reads',
    input: z.object({ sku: z.string().min(1).max(100), channel: ChannelId }),
    data: z.object({
      listing: z
        .object({
          title: z.string(),
          price: z.number().nullable(),
          currency: z.string(),
          available: z.number(),
          buffer: z.number(),
          quantity: z.number().describe('Units the channel would show'),
          images: z.array(z.string()),
          errors: texts.describe('Problems by field: the channel would reject the listing'),
          warnings: texts,
          costs: z.array(z.object({ amount: z.string(), currency: z.string(), why: z.string() })),
        })
        .nullable()
        .describe('Null: the product has no listing settings for this channel yet'),
    }),
    uses: [getProductBySku, preflight],
    async run(call, { sku, channel }) {
      const { id } = await call(getProductBySku, { params: { sku } })
      return { data: { listing: await call(preflight, { query: { productId: id, channel } }) } }
    },
  }),
  tool({
    name: 'list_publish_runs',
    title: 'List publish runs',
    description: 'Lists publish runs, newest first, with the number of blocked and rejected listings.',
    effect: 'reads',
    input: z.object(page),
    data: z.object({
      runs: z.array(
        z.object({
          id: z.number(),
          state: z.string(),
          products: z.number(),
          failed: z.number(),
          userName: z.string(),
          createdAt: time,
          accounts: z.array(z.object({ channel: z.string(), account: z.string() })),
        }),
      ),
      total: z.number(),
    }),
    uses: [listPublishing],
    async run(call, query) {
      const { data, items } = await call(listPublishing, { query })
      return { data: { runs: data, total: items } }
    },
  }),
  tool({
    name: 'list_problems',
    title: 'List problems of a publish run',
    description:
      'Lists why listings of a publish run are blocked or rejected, grouped by cause, with what fixes each group. Pass a cause to propose_fix.',
    effect: 'reads',
    input: z.object({ runId }),
    data: z.object({
      state: z.string(),
      problems: z.array(
        z.object({
          cause: z.string().describe('Names the group'),
          title: z.string(),
          name: z.string(),
          products: z.number(),
          listings: z.number(),
          examples: z.array(z.string()).describe('SKUs'),
          fixes: z.string().nullable().describe('Product field that fixes it, one value per product'),
          edits: z.string().nullable().describe('Product field that a bulk edit fixes'),
          most: z.number().nullable().describe('Most characters allowed'),
          remedies: z.array(z.string()),
          accounts: z.array(
            z.object({ channel: z.string(), state: z.string(), products: z.number(), sentence: z.string() }),
          ),
        }),
      ),
      more: z.boolean(),
    }),
    uses: [getPublishing],
    async run(call, input) {
      const run = await call(getPublishing, { params: { id: input.runId } })
      return { data: { state: run.state, problems: run.groups, more: run.moreGroups } }
    },
  }),
  tool({
    name: 'list_problem_products',
    title: 'List products with a problem',
    description: 'Lists the products of a publish run that are blocked or rejected, with the sentence for each field.',
    effect: 'reads',
    input: z.object({ runId, cause: z.string().max(300).optional(), ...page }),
    data: z.object({
      products: z.array(
        z.object({
          sku: z.string(),
          title: z.string(),
          channel: z.string(),
          account: z.string(),
          state: z.string(),
          errors: texts,
        }),
      ),
      total: z.number(),
    }),
    uses: [listPublishItems],
    async run(call, { runId, ...query }) {
      const { data, items } = await call(listPublishItems, {
        params: { id: runId },
        query: { ...query, failed: 'yes' },
      })
      return { data: { products: data, total: items } }
    },
  }),
  tool({
    name: 'list_channels',
    title: 'List connected channels',
    description: 'Lists the connected channel accounts and whether Motto can reach them.',
    effect: 'reads',
    input: z.object({}),
    data: z.object({
      accounts: z.array(
        z.object({ id: z.number(), channel: z.string(), account: z.string(), authenticated: z.boolean() }),
      ),
    }),
    uses: [listAccounts],
    run: async (call) => ({ data: { accounts: await call(listAccounts) } }),
  }),
  tool({
    name: 'explain_channel',
    title: 'Explain the state of a channel',
    description: 'Returns the setup checklist of a connected channel and how many API calls are left today.',
    effect: 'reads',
    input: z.object({ channel: ChannelId }),
    data: z.object({
      checklist: z.array(z.object({ title: z.string(), state: z.string(), detail: z.string() })),
      calls: z.array(z.object({ lane: z.string(), allowed: z.number(), used: z.number(), resetsAt: time })),
    }),
    uses: [connectionHealth],
    async run(call, params) {
      const { readiness, calls } = await call(connectionHealth, { params })
      return { data: { checklist: readiness, calls } }
    },
  }),
]
