import { z } from 'zod'
import { ChangeItem, Edit } from '../changes/changes.ts'
import { MOST_ORDERS, MOST_PUBLISHED_ON, OrderAction, ProposedOrder, ProposedRun, proposalSubjects } from './actions.ts'
import { ChannelId } from '../channels/ids.ts'
import { MEGABYTE, endpoint } from '../endpoint.ts'
import { Budget } from '../tokens/budget.ts'
import { Id, IdParam, Money, Time, pageOf, pageQuery } from '../shapes.ts'

/** Products of one proposal: few enough that a person can read them. */
export const MOST_PROPOSED = 500
/** A proposal that nobody applied by then has expired. */
export const PROPOSAL_DAYS = 7

/** Within the budget; waits for a person; decided; not wanted anymore; done; put back; too old to apply. */
export const proposalStates = [
  'ready',
  'waiting',
  'approved',
  'declined',
  'withdrawn',
  'applied',
  'undone',
  'expired',
] as const
export type ProposalState = (typeof proposalStates)[number]

/**
 * Changes that were previewed and may be applied as they are shown. What may be done with one depends on what it is about: editing products, orders
 * or listings.
 */
export const Proposal = z.object({
  id: Id,
  title: z.string(),
  /** Why, in the words of whoever proposed it. */
  reason: z.string(),
  state: z.enum(proposalStates),
  about: z.enum(proposalSubjects),
  /** Why it cannot be undone once it is applied; blank where it can. */
  final: z.string(),
  /** What counts toward the budget: products, units of stock up or down, and price changes times the units available. */
  products: z.number().int(),
  units: z.number().int(),
  money: Money,
  /** The largest price change. */
  pricePercent: z.number().int(),
  /** Why a person has to approve it; empty while the budget covers it. */
  beyond: z.array(z.string()),
  /** Null where a person proposed it. */
  tokenId: Id.nullable(),
  tokenName: z.string(),
  userName: z.string(),
  createdAt: Time,
  expiresAt: Time,
  decidedAt: Time.nullable(),
  decidedBy: z.string(),
  note: z.string(),
  appliedAt: Time.nullable(),
  changeSetId: Id.nullable(),
})
export type Proposal = z.output<typeof Proposal>

/** One product of a proposal, or of its outcome. `error` says why it cannot be changed. */
export const ProposedRow = ChangeItem.omit({ state: true, fields: true }).extend({
  /** Where it is live: the change shows there, too. */
  liveOn: z.array(ChannelId),
})
const ProposalWithRows = Proposal.extend({
  rows: z.array(ProposedRow),
  /** Of a proposal about orders. */
  orders: z.array(ProposedOrder),
  /** Of a proposal that publishes. */
  run: ProposedRun.nullable(),
  /** Of an applied proposal: products that were changed, and that were left as they were. */
  outcome: z.object({ changed: z.number().int(), failed: z.number().int() }).nullable(),
})

const path = '/proposals'
const reason = z.string().trim().min(1, 'Say why.').max(500)
const params = z.object({ id: IdParam })
const changes = ['products', 'listings', 'orders', 'changes', 'proposals'] as const

export const listProposals = endpoint({
  method: 'GET',
  path,
  summary: 'List proposed changes, newest first (an AI agent sees its own)',
  needs: 'organization:read',
  query: z.object({
    ...pageQuery,
    state: z.enum(proposalStates).optional(),
    tokenId: IdParam.optional(),
  }),
  reply: pageOf(Proposal),
})
export const getBudget = endpoint({
  method: 'GET',
  path: `${path}/budget`,
  summary: 'Get what the token may apply without approval, and what it used in the last 24 hours',
  needs: 'organization:read',
  /** Null for a person, who has no budget. */
  reply: z.object({
    budget: Budget.nullable(),
    used: z.object({ products: z.number().int(), units: z.number().int(), money: Money }),
    currency: z.string(),
  }),
})
export const getProposal = endpoint({
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get a proposed change with its preview',
  needs: 'organization:read',
  params,
  reply: ProposalWithRows,
  errors: ['not_found'],
})
export const propose = endpoint({
  method: 'POST',
  path,
  summary: 'Propose changes of products: saves a preview and changes nothing',
  needs: 'products:write',
  bodyBytes: MEGABYTE,
  body: z.object({
    reason,
    changes: z
      .array(
        z.object({
          productIds: z.array(Id).min(1, 'Choose products.').max(MOST_PROPOSED),
          edits: z.array(Edit).min(1, 'Add at least one edit.').max(40),
        }),
      )
      .min(1, 'Propose at least one change.')
      .max(MOST_PROPOSED),
  }),
  reply: ProposalWithRows,
  errors: ['not_found', 'invalid_input'],
  changes: ['proposals'],
})
export const proposeOrders = endpoint({
  method: 'POST',
  path: `${path}/orders`,
  summary: 'Propose to ship, cancel or refund orders: saves a preview and changes nothing',
  needs: 'orders:write',
  body: z.object({
    reason,
    orders: z
      .array(OrderAction)
      .min(1, 'Choose orders.')
      .max(MOST_ORDERS, `Propose up to ${MOST_ORDERS} orders at once.`),
  }),
  reply: ProposalWithRows,
  errors: ['not_found', 'invalid_input'],
  changes: ['proposals'],
})
export const proposePublishing = endpoint({
  method: 'POST',
  path: `${path}/publishing`,
  summary: 'Propose to publish products: checks them and sends nothing',
  needs: 'listings:write',
  body: z.object({
    reason,
    productIds: z.array(Id).min(1, 'Choose products.').max(MOST_PROPOSED),
    integrationIds: z.array(Id).min(1, 'Choose accounts.').max(MOST_PUBLISHED_ON),
  }),
  reply: ProposalWithRows,
  errors: ['not_found', 'invalid_input', 'integration_unauthenticated'],
  changes: ['proposals', 'listings'],
})
export const applyProposal = endpoint({
  method: 'POST',
  path: `${path}/{id}/apply`,
  summary: 'Apply a proposed change that the budget covers or a person approved',
  needs: 'organization:read',
  params,
  body: z.unknown().optional(),
  reply: ProposalWithRows,
  errors: ['not_found', 'forbidden', 'proposal_closed'],
  changes,
})
export const withdrawProposal = endpoint({
  method: 'POST',
  path: `${path}/{id}/withdraw`,
  summary: 'Withdraw a proposed change',
  needs: 'organization:read',
  params,
  body: z.unknown().optional(),
  reply: Proposal,
  errors: ['not_found', 'forbidden', 'proposal_closed'],
  changes: ['proposals'],
})
export const decideProposal = endpoint({
  method: 'POST',
  path: `${path}/{id}/decide`,
  summary: 'Approve or decline a proposed change',
  needs: 'organization:read',
  params,
  body: z.object({
    approve: z.boolean(),
    /** For whoever proposed it. */
    note: z.string().trim().max(500).default(''),
  }),
  reply: Proposal,
  errors: ['not_found', 'forbidden', 'proposal_closed'],
  changes: ['proposals'],
})
export const undoProposal = endpoint({
  method: 'POST',
  path: `${path}/{id}/undo`,
  summary: 'Undo an applied proposal (skips values changed later)',
  needs: 'organization:read',
  params,
  body: z.unknown().optional(),
  reply: ProposalWithRows,
  errors: ['not_found', 'forbidden', 'proposal_closed', 'cannot_undo'],
  changes,
})
export const undoProposals = endpoint({
  method: 'POST',
  path: `${path}/undo`,
  summary: 'Undo all that one token applied since a time, newest first',
  needs: 'organization:read',
  body: z.object({
    /** Whose; an AI agent undoes only its own. */
    tokenId: Id.optional(),
    since: Time,
  }),
  reply: z.object({
    /** Proposals that were undone, in this order. */
    undone: z.array(Id),
    /** Products that were put back, and that were left as they are. */
    changed: z.number().int(),
    failed: z.number().int(),
    /** Proposals that could not be undone, and why. */
    left: z.array(z.object({ id: Id, reason: z.string() })),
  }),
  errors: ['not_found'],
  changes,
})
