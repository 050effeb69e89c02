import { z } from 'zod'
import {
  MOST_PROPOSED,
  applyProposal,
  getBudget,
  getProposal,
  listProposals,
  propose,
  proposeOrders,
  proposePublishing,
  proposalStates,
  undoProposal,
  undoProposals,
  withdrawProposal,
} from '#contract/agents/proposals.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { page, time, tool } from './tool.ts'

/** Whoever may propose something may decide what becomes of it. */
const usesOne = [propose, proposeOrders, proposePublishing]
const proposalId = z.number().int().positive().describe('Id of a proposal. It can be applied for 7 days')
const summary = {
  id: z.number(),
  title: z.string(),
  reason: z.string(),
  state: z.enum(proposalStates),
  products: z.number(),
  units: z.number(),
  money: z.number(),
  pricePercent: z.number(),
  beyond: z.array(z.string()).describe('Limits of the budget that it exceeds'),
  expiresAt: time,
  about: z.string(),
  final: z.string().describe('Why it can’t be undone; blank where it can'),
  note: z.string().describe('What the person who decided wrote'),
}
/** A proposal as tools answer it. */
export const proposalData = z.object({
  ...summary,
  rows: z.array(
    z.object({
      sku: z.string(),
      title: z.string(),
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      error: z.string().describe('Why this product cannot be changed'),
      liveOn: z.array(z.string()).describe('Channels that will show the change'),
    }),
  ),
  moreRows: z.number(),
  orders: z.array(
    z.object({
      orderId: z.number(),
      number: z.string(),
      channel: z.string(),
      action: z.string(),
      details: z.array(z.string()).describe('What will happen'),
      error: z.string().describe('Why it cannot be done'),
      outcome: z.string().describe('done, failed, or blank until it is applied'),
      message: z.string().describe('Why it failed'),
    }),
  ),
  run: z
    .object({
      runId: z.number(),
      state: z.string(),
      accounts: z.array(z.string()),
      ready: z.number().describe('Listings that pass the check'),
      blocked: z.number(),
      listed: z.number(),
      rejected: z.number(),
    })
    .nullable()
    .describe('The publish run. It can be applied once its state is “ready”'),
  outcome: z.object({ changed: z.number(), failed: z.number() }).nullable(),
})

/** Rows of a preview that are passed on; a person sees all of them. */
const MOST_ROWS = 100
type Reply = CallReply<typeof getProposal>
const next: Record<Reply['state'], string> = {
  ready: 'Nothing is changed yet. Show this preview to the person, then call apply_proposal.',
  waiting:
    'Nothing is changed yet. This exceeds the budget of the token: a person has to approve it in Motto under Approvals. Call get_proposal later to see the decision.',
  approved: 'A person approved this. Call apply_proposal.',
  declined: 'A person declined this. Do not propose it again unless they ask for it.',
  withdrawn: 'This proposal was withdrawn.',
  applied: 'This is done. It can be undone with undo_proposal for 30 days.',
  undone: 'This was undone.',
  expired: 'This proposal has expired. Propose the change again if it is still wanted.',
}
export const answered = (proposal: Reply) => ({
  data: {
    ...proposal,
    rows: proposal.rows.slice(0, MOST_ROWS),
    moreRows: Math.max(0, proposal.rows.length - MOST_ROWS),
  },
  next: proposal.state === 'applied' && proposal.final ? 'This is done. It can’t be undone.' : next[proposal.state],
})

export const proposalTools = [
  tool({
    name: 'get_budget',
    title: 'Get the budget',
    description:
      'Returns what can be applied without approval in 24 hours, and what is used of it: products, units of stock, and price changes times units.',
    effect: 'reads',
    input: z.object({}),
    data: z.object({
      budget: z
        .object({
          productsPerDay: z.number(),
          unitsPerDay: z.number(),
          moneyPerDay: z.number(),
          pricePercent: z.number().describe('Largest price change in percent'),
        })
        .nullable(),
      used: z.object({ products: z.number(), units: z.number(), money: z.number() }),
      currency: z.string(),
    }),
    uses: [getBudget],
    run: async (call) => ({ data: await call(getBudget) }),
  }),
  tool({
    name: 'list_proposals',
    title: 'List proposals',
    description: 'Lists the proposals of this token, newest first, with their decisions.',
    effect: 'reads',
    input: z.object({ state: z.enum(proposalStates).optional(), ...page }),
    data: z.object({ proposals: z.array(z.object(summary)), total: z.number() }),
    uses: [listProposals],
    async run(call, query) {
      const { data, items } = await call(listProposals, { query })
      return { data: { proposals: data, total: items } }
    },
  }),
  tool({
    name: 'get_proposal',
    title: 'Get a proposal',
    description: 'Returns a proposal with its preview, its state and the decision of the person.',
    effect: 'reads',
    input: z.object({ proposalId }),
    data: proposalData,
    uses: [getProposal],
    run: async (call, input) => answered(await call(getProposal, { params: { id: input.proposalId } })),
  }),
  tool({
    name: 'apply_proposal',
    title: 'Apply a proposal',
    description: `Applies a proposal exactly as it was previewed, up to ${MOST_PROPOSED} products. A product or an order that changed since the preview is skipped. Beyond the budget, a person has to approve first. Live listings are updated on their channels.`,
    effect: 'changes',
    input: z.object({ proposalId }),
    data: proposalData,
    uses: [applyProposal],
    usesOne,
    run: async (call, input) => answered(await call(applyProposal, { params: { id: input.proposalId }, body: {} })),
  }),
  tool({
    name: 'withdraw_proposal',
    title: 'Withdraw a proposal',
    description: 'Withdraws a proposal that was not applied.',
    effect: 'proposes',
    input: z.object({ proposalId }),
    data: z.object(summary),
    uses: [withdrawProposal],
    usesOne,
    run: async (call, input) => ({
      data: await call(withdrawProposal, { params: { id: input.proposalId }, body: {} }),
    }),
  }),
  tool({
    name: 'undo_proposal',
    title: 'Undo a proposal',
    description:
      'Undoes an applied proposal of this token, on its channels, too. Values that somebody changed since then are left as they are.',
    effect: 'changes',
    input: z.object({ proposalId }),
    data: proposalData,
    uses: [undoProposal],
    usesOne,
    run: async (call, input) => answered(await call(undoProposal, { params: { id: input.proposalId }, body: {} })),
  }),
  tool({
    name: 'undo_session',
    title: 'Undo everything since a time',
    description: 'Undoes all that this token applied since a time, the last change first, on its channels, too.',
    effect: 'changes',
    input: z.object({ since: z.iso.datetime().describe('ISO 8601, as 2026-11-29T08:00:00Z') }),
    data: z.object({
      undone: z.array(z.number()).describe('Ids of proposals'),
      changed: z.number().describe('Products that were put back'),
      failed: z.number(),
      left: z.array(z.object({ id: z.number(), reason: z.string() })),
    }),
    uses: [undoProposals],
    usesOne,
    run: async (call, body) => ({ data: await call(undoProposals, { body }) }),
  }),
]
