import { Button, Modal } from '@mantine/core'
import type { CallReply } from '#contract/endpoint.ts'
import type { testWebhook } from '#contract/webhooks/webhooks.ts'
import { messageOf } from '#web/call.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { number } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import classes from './webhooks.module.css'

interface Props {
  answer: CallReply<typeof testWebhook> | undefined
  error: unknown
  onClose: () => void
}

/** What the receiver said to a test event. */
export function TestAnswer({ answer, error, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title="Test event">
      <div className="stack">
        {!answer ? (
          <Callout tone="danger">{messageOf(error)}</Callout>
        ) : answer.ok ? (
          <Callout tone="success">
            Delivered. The receiver answered {answer.status} in {number(answer.tookMs)} ms.
          </Callout>
        ) : (
          <Callout tone="danger">
            {answer.status === null
              ? answer.answer
              : `Not delivered. The receiver answered ${answer.status} in ${number(answer.tookMs)} ms.`}
          </Callout>
        )}
        {answer && answer.status !== null && answer.answer && <pre className={classes.body}>{answer.answer}</pre>}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Modal>
  )
}
