import { Button } from '@mantine/core'
import { useState } from 'react'
import { applyProposal, decideProposal, getProposal, undoProposal } from '#contract/agents/proposals.ts'
import { channelNames } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { dateTime, plural } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Link } from '#web/ui/link.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { ProposedOrders, ProposedRun } from './proposed-actions.tsx'
import { extentOf, fieldName, neededFor, proposalStates, proposerOf } from './proposal-words.ts'
import classes from './agents.module.css'

type Full = CallReply<typeof getProposal>

/** One proposal with its preview, and what a person can do about it. */
export function ProposalDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const proposal = useRead(getProposal, { params: { id } })
  return (
    <FormDialog opened onClose={onClose} title={proposal.data?.title ?? 'Proposal'} size="xl">
      {proposal.data ? (
        <Decision proposal={proposal.data} onClose={onClose} />
      ) : proposal.isError ? (
        <ErrorState error={proposal.error} retry={() => void proposal.refetch()} />
      ) : (
        <FormSkeleton fields={3} height={280} label="Loading the proposal" />
      )}
    </FormDialog>
  )
}

function Decision({ proposal, onClose }: { proposal: Full; onClose: () => void }) {
  const may = useMay(neededFor[proposal.about])
  const [note, setNote] = useState('')
  const decide = useWrite(decideProposal)
  const undo = useWrite(undoProposal)
  const apply = useWrite(applyProposal)
  const params = { id: proposal.id }
  const busy = decide.isPending || undo.isPending || apply.isPending
  const end = (sentence: string) => {
    toast.success(sentence)
    onClose()
  }
  const settle = (approve: boolean) =>
    decide.mutate(
      { params, body: { approve, note } },
      { onSuccess: () => end(approve ? 'Proposal approved' : 'Proposal declined') },
    )
  const can = may ? actionsFor(proposal) : nothing
  return (
    <>
      <div className="stack">
        <p>
          <StatusChip of={proposalStates[proposal.state]} /> {extentOf(proposal)}
        </p>
        <p className={classes.reason}>
          <b>{proposerOf(proposal)}</b> on {dateTime(proposal.createdAt)}: {proposal.reason}
        </p>
        {proposal.beyond.length > 0 && <Callout tone="warning">{proposal.beyond.join(' ')}</Callout>}
        {proposal.outcome && <p className="muted">{outcomeOf(proposal.about, proposal.outcome)}</p>}
        {proposal.final && <Callout>{proposal.final}</Callout>}
        {proposal.decidedAt && (
          <p className="muted">
            Decided by {proposal.decidedBy || 'someone'} on {dateTime(proposal.decidedAt)}
            {proposal.note && `: ${proposal.note}`}
          </p>
        )}
        {proposal.rows.length > 0 && <Rows rows={proposal.rows} />}
        {proposal.orders.length > 0 && <ProposedOrders orders={proposal.orders} />}
        {proposal.run && <ProposedRun run={proposal.run} />}
        {can.decline && (
          <Textarea
            label="Note (optional)"
            description="The agent can read it."
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {can.decline && (
          <Button variant="default" disabled={busy} onClick={() => settle(false)}>
            Decline
          </Button>
        )}
        {can.approve && (
          <Button loading={busy} onClick={() => settle(true)}>
            Approve
          </Button>
        )}
        {can.undo && (
          <Button
            loading={busy}
            onClick={() => undo.mutate({ params, body: {} }, { onSuccess: () => end('Proposal undone') })}
          >
            Undo
          </Button>
        )}
        {can.apply && (
          <Button
            loading={busy}
            onClick={() => apply.mutate({ params, body: {} }, { onSuccess: () => end('Proposal applied') })}
          >
            Apply
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

const nothing = { decline: false, approve: false, undo: false, apply: false }
/** A person applies what a person proposed; what an agent may apply can still be declined. */
function actionsFor({ state, tokenId, final }: Full): typeof nothing {
  const isAgreed = state === 'ready' || state === 'approved'
  return {
    decline: state === 'waiting' || (isAgreed && tokenId !== null),
    approve: state === 'waiting',
    undo: state === 'applied' && !final,
    apply: isAgreed && tokenId === null,
  }
}

function outcomeOf(about: Full['about'], { changed, failed }: NonNullable<Full['outcome']>): string {
  if (about === 'orders') return `${plural(changed, 'order')} done, ${failed} failed.`
  if (about === 'publishing') return `${plural(changed, 'listing')} live, ${failed} rejected.`
  return `${plural(changed, 'product')} changed, ${failed} left unchanged.`
}

function Rows({ rows }: { rows: Full['rows'] }) {
  return (
    <ul className={classes.rows} aria-label="Preview">
      {rows.map(({ productId, sku, title, changes, error, liveOn }) => (
        <li key={productId} className={classes.product}>
          <Link to="/product/$productId" params={{ productId: String(productId) }}>
            <b>{sku}</b>
          </Link>{' '}
          {title}
          {liveOn.length > 0 && (
            <span className="small subtle"> Live on {liveOn.map((id) => channelNames[id]).join(', ')}</span>
          )}
          {error && <div className="small">Can’t be changed: {error}</div>}
          {changes.map(({ field, before, after }) => (
            <div key={field} className={classes.change}>
              {fieldName(field)}: <del>{before || '–'}</del> → <ins>{after || '–'}</ins>
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
