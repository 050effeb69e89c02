import { Button, Modal } from '@mantine/core'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { dateTime, number, plural } from '#web/ui/format.ts'
import { type Delivery, answerOf } from './webhook-words.ts'
import classes from './webhooks.module.css'

interface Props {
  delivery: Delivery
  onClose: () => void
  onReplay: () => void
}

/** One event: what is sent, and what the receiver said last. */
export function DeliveryDialog({ delivery, onClose, onReplay }: Props) {
  const { type, messageId, body, attempts, triedAt, nextAt, tookMs, state } = delivery
  return (
    <Modal opened onClose={onClose} title={type} size="lg">
      <div className="stack">
        <p className="muted">
          ID <span className="mono">{messageId}</span>
        </p>
        <pre className={classes.body}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
        {triedAt && (
          <>
            <p>
              {plural(attempts, 'attempt')}. Last answer on {dateTime(triedAt)}, after {number(tookMs)} ms:
            </p>
            <pre className={classes.body}>{answerOf(delivery)}</pre>
          </>
        )}
        {state === 'waiting' && nextAt && <p className="muted">Next attempt: {dateTime(nextAt)}</p>}
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onReplay}>Send again</Button>
      </DialogFooter>
    </Modal>
  )
}
