import type { listProposals } from '#contract/agents/proposals.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { labelOf } from '#domain/products/attributes/labels.ts'
import type { Stated } from '#domain/words/states.ts'
import { money, plural } from '#web/ui/format.ts'

export type Proposal = CallReply<typeof listProposals>['data'][number]

export const proposalStates: Readonly<Record<Proposal['state'], Stated>> = {
  waiting: { label: 'Needs approval', tone: 'warning' },
  ready: {
    label: 'Within budget',
    tone: 'neutral',
    why: 'The agent can apply this without approval. You can still decline it.',
  },
  approved: {
    label: 'Approved',
    tone: 'info',
    why: 'The agent applies this when it asks again. You can still decline it.',
  },
  applied: { label: 'Applied', tone: 'success' },
  declined: { label: 'Declined', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  undone: { label: 'Undone', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral', why: 'Nobody applied it in time, or its token has ended.' },
}

/** What it changes: "3 products, 12 units, price changes worth $40.00 (up to 25%)", "2 orders, 3 units, $12.00". */
export function extentOf({ about, products, units, money: worth, pricePercent }: Proposal): string {
  return [
    plural(products, about === 'orders' ? 'order' : 'product'),
    ...(units > 0 ? [plural(units, 'unit')] : []),
    ...(worth > 0
      ? [
          about === 'orders'
            ? `refunds of ${money(worth)}`
            : `price changes worth ${money(worth)} (up to ${pricePercent}%)`,
        ]
      : []),
  ].join(', ')
}

/** What one has to be allowed to decide about a proposal. */
export const neededFor = { products: 'products:write', orders: 'orders:write', publishing: 'listings:write' } as const

export const proposerOf = ({ tokenName, userName }: Proposal): string => tokenName || userName || 'Someone'
export const fieldName = labelOf
