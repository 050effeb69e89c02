import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { cancelAtChannel } from '#contract/orders/refunds.ts'
import { useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { plural } from '#web/ui/format.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Order } from '../order.ts'
import shared from '../page/orders.module.css'
import type { Undoing } from './use-refund.ts'

/** Calls the whole order off at its channel, with its money. */
export function CancelForm({ order, undoing, onClose }: { order: Order; undoing: Undoing; onClose: () => void }) {
  const { reasons = [], noteChars = 0 } = undoing.cancel ?? {}
  const [reason, setReason] = useState(reasons[0]?.value ?? '')
  const [note, setNote] = useState('')
  const [restock, setRestock] = useState(true)
  const channel = order.channel === 'manual' ? '' : markNames[order.channel]
  const write = useWrite(cancelAtChannel, {
    quiet: true,
    onSuccess: () => {
      toast.success('Cancellation requested', { detail: `Waiting for ${channel}. The result appears on this order.` })
      onClose()
    },
    onError: ({ message }) => toast.error('The order was not cancelled', message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    write.mutate({ body: { orderId: order.id, seen: undoing.refunds.length, reason, note, restock } })
  }
  return (
    <form onSubmit={submit} className={shared.dialog}>
      <div className={shared.scroll}>
        <p>{channel} cancels the whole order, notifies the buyer and refunds the payment. You can’t undo this.</p>
        <Select
          label="Reason"
          data={reasons}
          value={reason}
          allowDeselect={false}
          data-autofocus
          error={fieldError(write.error, 'reason')}
          onChange={(value) => value && setReason(value)}
        />
        {noteChars > 0 && (
          <TextInput
            label="Note"
            description="Visible to your team only"
            maxLength={noteChars}
            value={note}
            error={fieldError(write.error, 'note')}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        <Checkbox
          label={`Restock ${plural(order.totalQuantity, 'unit')}`}
          checked={restock}
          onChange={(event) => setRestock(event.currentTarget.checked)}
        />
      </div>
      <DialogFooter>
        <Button variant="subtle" onClick={onClose}>
          Keep order
        </Button>
        <Button type="submit" color="red" loading={write.isPending}>
          Cancel order on {channel}
        </Button>
      </DialogFooter>
    </form>
  )
}
