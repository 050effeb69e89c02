import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/call.ts'
import type { Product } from '#web/form/products/sellable.ts'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { useEntries } from '#web/ui/inputs/entries.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { type Draft, itemOf, newDraft, orderOf } from './draft.ts'
import { confirmOversell } from './oversold.tsx'
import { openAfterMs } from './steps.ts'
import { useCreateOrder } from './use-create.ts'

/** An order that is being written, whatever form it is written in. What was typed stays until the order exists. @param first what stands in it before anybody types */
export function useOrder(preselected: readonly Product[], first: Partial<Draft>) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...newDraft, ...first, items: preselected.map(itemOf) }))
  /** Products chosen in the table that are no lines yet, by id with their SKUs. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [touched, setTouched] = useState(false)
  // Of its opening: sent again because no answer came, it must be the same order to the letter.
  const [begunAt] = useState(() => new Date())
  const create = useCreation()
  const sent = useRef(false)
  const entries = useEntries()
  useLeaveGuard((touched || chosen.size > 0) && !create.isSuccess, 'This new order')
  const change = (next: (now: Draft) => Draft) => {
    setTouched(true)
    if (!create.isSuccess) create.reset()
    setDraft(next)
  }
  return {
    draft,
    change,
    set: (part: Partial<Draft>) => change((now) => ({ ...now, ...part })),
    /** Fills in what nobody typed: leaving loses nothing of it. */
    begin: (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })),
    chosen,
    setChosen,
    entries,
    created: create.data,
    failure: create.error,
    pending: create.isPending,
    /** It exists, or is about to: nothing is changed any more. */
    closed: create.isPending || create.isSuccess,
    /** Pressed twice, it is sent once: the second answer, "still being carried out", would hide the first. More than there is in stock is asked about first. */
    send: async () => {
      if (sent.current) return
      sent.current = true
      if (!(await confirmOversell(draft))) {
        sent.current = false
        return
      }
      create.mutate(orderOf(draft, begunAt), {
        onError: () => {
          sent.current = false
        },
      })
    },
    errorOf: (field: string) => (create.error instanceof ApiError ? create.error.fields[`order.${field}`] : undefined),
  }
}
export type OrderInWriting = ReturnType<typeof useOrder>

/** Creates the order; then it opens by itself. */
function useCreation() {
  const navigate = useNavigate()
  const create = useCreateOrder({
    onSuccess: () => toast.success('Created Order!'),
    onError: (error) => toast.error('Failed to create order. Try again later.', error.message),
  })
  const id = create.data?.id
  useEffect(() => {
    if (id === undefined) return
    const open = setTimeout(
      () => void navigate({ to: '/order/$orderId', params: { orderId: String(id) }, ignoreBlocker: true }),
      openAfterMs,
    )
    return () => clearTimeout(open)
  }, [id, navigate])
  return create
}
