import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { undoProposals } from '#contract/agents/proposals.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { useWrite } from '#web/api.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { plural } from '#web/ui/format.ts'

const HOUR_MS = 3600 * 1000
const periods = [
  { value: '1', label: 'The last hour' },
  { value: '8', label: 'The last 8 hours' },
  { value: '24', label: 'The last 24 hours' },
  { value: '168', label: 'The last 7 days' },
]
interface Props {
  /** Agents that applied something. */
  agents: readonly { id: number; name: string }[]
  onClose: () => void
}

/** Undoes all that one agent applied in a period, the last change first. */
export function UndoSession({ agents, onClose }: Props) {
  const [tokenId, setTokenId] = useState(String(agents[0]?.id ?? ''))
  const [hours, setHours] = useState('8')
  const undo = useWrite(undoProposals)
  const start = () =>
    undo.mutate({
      body: { tokenId: Number(tokenId), since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString() },
    })
  return (
    <Modal opened onClose={onClose} title="Undo an agent’s changes">
      {undo.data ? (
        <Outcome outcome={undo.data} />
      ) : (
        <div className="stack">
          <p className="muted">
            Undoes everything the agent applied in this period, also on your channels. Values that someone changed later
            stay.
          </p>
          <Select
            label="Agent"
            allowDeselect={false}
            data={agents.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={tokenId}
            onChange={(value) => value && setTokenId(value)}
          />
          <Select
            label="Applied in"
            allowDeselect={false}
            data={periods}
            value={hours}
            onChange={(value) => value && setHours(value)}
          />
        </div>
      )}
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {undo.data ? 'Close' : 'Cancel'}
        </Button>
        {!undo.data && (
          <Button color="red" loading={undo.isPending} onClick={start}>
            Undo changes
          </Button>
        )}
      </DialogFooter>
    </Modal>
  )
}

function Outcome({ outcome: { undone, changed, failed, left } }: { outcome: CallReply<typeof undoProposals> }) {
  if (undone.length + left.length === 0) return <p>The agent applied nothing in this period.</p>
  return (
    <div className="stack">
      <p>
        {plural(undone.length, 'proposal')} undone. {plural(changed, 'product')} restored.
      </p>
      {failed > 0 && <p>{plural(failed, 'product')} left unchanged because someone edited them later.</p>}
      {left.map(({ id, reason }) => (
        <p key={id}>
          Proposal {id} wasn’t undone: {reason}
        </p>
      ))}
    </div>
  )
}
