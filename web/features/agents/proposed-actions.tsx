import { channelNames } from '#contract/channels/names.ts'
import type { getProposal } from '#contract/agents/proposals.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { plural } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import classes from './agents.module.css'

type Full = CallReply<typeof getProposal>

const verbs = { ship: 'Ship', cancel: 'Cancel', refund: 'Refund' } as const

/** What would be done with orders, and what became of it. */
export function ProposedOrders({ orders }: { orders: Full['orders'] }) {
  return (
    <ul className={classes.rows} aria-label="Preview">
      {orders.map(({ orderId, number, channel, action, details, error, outcome, message }) => (
        <li key={orderId} className={classes.product}>
          <b>{verbs[action]}</b>{' '}
          <Link to="/order/$orderId" params={{ orderId: String(orderId) }}>
            {number}
          </Link>
          <span className="small subtle"> {channel === 'manual' ? 'Entered by hand' : channelNames[channel]}</span>
          {error ? (
            <div className="small">Can’t be done: {error}</div>
          ) : (
            details.map((sentence) => <div key={sentence}>{sentence}</div>)
          )}
          {outcome === 'done' && <div className="small">Done</div>}
          {outcome === 'failed' && <div className="small">Failed: {message}</div>}
        </li>
      ))}
    </ul>
  )
}

/** The publish run that a proposal starts. */
export function ProposedRun({ run }: { run: NonNullable<Full['run']> }) {
  const { runId, accounts, ready, blocked, listed } = run
  return (
    <div>
      <p>
        On {accounts.join(', ')}: {plural(ready, 'listing')} ready, {blocked} with problems
        {listed > 0 && `, ${listed} live`}.
      </p>
      <Link to="/inventory/publishing/$runId" params={{ runId: String(runId) }}>
        View the publish run
      </Link>
    </div>
  )
}
