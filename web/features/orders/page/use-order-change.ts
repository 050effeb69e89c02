import type { CallInput } from '#contract/endpoint.ts'
import { updateOrder } from '#contract/orders/change.ts'
import { useWrite } from '#web/api.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Order } from '../order.ts'

type Change = Omit<Extract<CallInput<typeof updateOrder>['body'], { order: unknown }>['order'], 'id' | 'updateDate'>

/** Changes an order as it was when its dialog opened: saved, it says so and closes; refused, it says why and keeps what was typed. */
export function useOrderChange(
  { id, updateDate }: Order,
  { done, failed, onClose }: { done: string; failed: string; onClose: () => void },
) {
  const { mutate, error, isPending } = useWrite(updateOrder, {
    quiet: true,
    onSuccess: () => {
      toast.success(done)
      onClose()
    },
    onError: ({ message }) => toast.error(failed, message),
  })
  return { error, isPending, send: (change: Change) => mutate({ body: { order: { id, updateDate, ...change } } }) }
}
