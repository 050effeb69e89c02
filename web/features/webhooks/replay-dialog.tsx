import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { KEPT_DAYS } from '#contract/webhooks/webhooks.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'

const DAY_MS = 24 * 3600 * 1000
const periods = [
  { value: '1', label: 'The last 24 hours' },
  { value: '7', label: 'The last 7 days' },
  { value: String(KEPT_DAYS), label: `The last ${KEPT_DAYS} days` },
]

/** Asks from when on failed events are to be sent again. */
export function ReplayDialog({ onClose, onReplay }: { onClose: () => void; onReplay: (since: string) => void }) {
  const [days, setDays] = useState('7')
  return (
    <Modal opened onClose={onClose} title="Send failed events again">
      <div className="stack">
        <p className="muted">Each event keeps its ID, so a receiver that stores IDs handles it once.</p>
        <Select
          label="Events of"
          allowDeselect={false}
          data={periods}
          value={days}
          onChange={(value) => value && setDays(value)}
        />
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onReplay(new Date(Date.now() - Number(days) * DAY_MS).toISOString())}>Send again</Button>
      </DialogFooter>
    </Modal>
  )
}
