import { Button } from '@mantine/core'
import { orderUndoing, settleUndoing } from '#contract/orders/refunds.ts'
import { undoingStates } from '#domain/words/undoing-states.ts'
import { useRead, useWrite } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { confirm, DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { dateTime, moneyOf } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Order } from '../order.ts'
import { CancelForm } from './cancel-form.tsx'
import { RefundForm } from './refund-form.tsx'
import classes from './undoing.module.css'
import type { Undoing } from './use-refund.ts'

type Asked = Undoing['refunds'][number]

interface Props {
  order: Order
  mayWrite: boolean
  dialog: 'refund' | 'cancel' | undefined
  onClose: () => void
}

/** What its channel was asked to give back or to call off, and the dialogs that ask it. */
export default function OrderUndoing({ order, mayWrite, dialog, onClose }: Props) {
  const undoings = useRead(orderUndoing, { query: { orderId: order.id } })
  const undoing = undoings.data
  const channel = order.channel === 'manual' ? '' : markNames[order.channel]
  return (
    <>
      {/* One made by hand has nobody to ask. */}
      {channel && <CouldNotLoad what={`${channel} refunds and cancellations`} read={undoings} />}
      {undoing && undoing.refunds.length > 0 && (
        <Card title="Refunds and cancellation">
          <ul className={classes.asked} aria-label="Refunds and cancellation">
            {undoing.refunds.toReversed().map((refund) => (
              <AskedRow key={refund.id} request={refund} order={order} mayWrite={mayWrite} />
            ))}
          </ul>
        </Card>
      )}
      {mayWrite && dialog && (
        <FormDialog
          opened
          onClose={onClose}
          title={dialog === 'refund' ? `Refund on ${channel}` : `Cancel on ${channel}`}
          size={560}
          yOffset="5dvh"
        >
          {undoing ? (
            <Open dialog={dialog} order={order} undoing={undoing} onClose={onClose} />
          ) : undoings.isError ? (
            <ErrorState error={undoings.error} retry={() => void undoings.refetch()} />
          ) : (
            <FormSkeleton fields={4} label="Loading refund details" />
          )}
        </FormDialog>
      )}
    </>
  )
}

/** The form, or why there is none and where it is done. */
function Open({
  dialog,
  order,
  undoing,
  onClose,
}: {
  dialog: 'refund' | 'cancel'
  order: Order
  undoing: Undoing
  onClose: () => void
}) {
  if (dialog === 'refund' && undoing.refund) return <RefundForm order={order} undoing={undoing} onClose={onClose} />
  if (dialog === 'cancel' && undoing.cancel) return <CancelForm order={order} undoing={undoing} onClose={onClose} />
  return (
    <>
      <Callout>
        {dialog === 'refund' ? undoing.whyNoRefund : undoing.whyNoCancel}{' '}
        {order.adminUrl && order.channel !== 'manual' && (
          <a className="link" href={order.adminUrl} target="_blank" rel="noreferrer">
            Open the order on {markNames[order.channel]}
          </a>
        )}
      </Callout>
      <DialogFooter>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogFooter>
    </>
  )
}

function AskedRow({ request, order, mayWrite }: { request: Asked; order: Order; mayWrite: boolean }) {
  const { state, kind, message } = request
  const channel = order.channel === 'manual' ? '' : markNames[order.channel]
  const what = kind === 'cancel' ? 'Cancellation' : `Refund of ${moneyOf(request.total, order.currency)}`
  const pieces = request.lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ sku, quantity, restock }) => `${quantity} × ${sku || 'without a SKU'}${restock ? ', restocked' : ''}`)
  return (
    <li>
      <div className={classes.head}>
        <b>{what}</b>
        <StatusChip of={undoingStates[state]} />
      </div>
      <p className="small muted">
        {dateTime(request.askedAt)}
        {request.who && ` · ${request.who}`}
      </p>
      {pieces.map((text) => (
        <p key={text} className="small muted">
          {text}
        </p>
      ))}
      {state === 'refused' && (
        <Callout tone="danger">
          {channel} rejected it: {message}
        </Callout>
      )}
      {state === 'unsure' && (
        <Callout tone="warning">
          {channel} didn’t confirm it: {message} Check the order on {channel} before you try again.{' '}
          {order.adminUrl && (
            <a className="link" href={order.adminUrl} target="_blank" rel="noreferrer">
              Open it on {channel}
            </a>
          )}
        </Callout>
      )}
      {mayWrite && <Decisions request={request} what={what} channel={channel} />}
    </li>
  )
}

const again = (channel: string) => ({
  title: 'Try again?',
  body: `Only if ${channel} doesn’t show it. Otherwise the buyer could be refunded twice.`,
  confirm: 'Try again',
  cancel: 'Not yet',
  danger: true,
})

function Decisions({ request, what, channel }: { request: Asked; what: string; channel: string }) {
  const settle = useWrite(settleUndoing, { onSuccess: () => toast.success(`${what} updated`) })
  const { state } = request
  const decide = (action: 'retry' | 'withdraw' | 'done') => settle.mutate({ body: { refundId: request.id, action } })
  const resend = async () => {
    if (state !== 'unsure' || (await confirm(again(channel)))) decide('retry')
  }
  if (state !== 'waiting' && state !== 'refused' && state !== 'unsure') return null
  const busy = (action: 'retry' | 'withdraw' | 'done') => ({
    loading: settle.isPending && settle.variables.body?.action === action,
    disabled: settle.isPending,
  })
  return (
    <div className={classes.actions}>
      {state !== 'waiting' && (
        <Button size="xs" variant="default" {...busy('retry')} onClick={() => void resend()}>
          Try again
        </Button>
      )}
      {state === 'unsure' && (
        <Button size="xs" variant="default" {...busy('done')} onClick={() => decide('done')}>
          Mark as done
        </Button>
      )}
      <Button size="xs" variant="subtle" {...busy('withdraw')} onClick={() => decide('withdraw')}>
        Withdraw request
      </Button>
    </div>
  )
}
