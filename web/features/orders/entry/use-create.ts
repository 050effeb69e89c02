import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import type { CallReply } from '#contract/endpoint.ts'
import { createOrder, type NewOrder } from '#contract/orders/create.ts'
import { type ApiError, call } from '#web/call.ts'

type Given = z.input<typeof NewOrder>
const newKey = () => `order-${Date.now()}-${Math.random()}`

/** Sends an order. The same order sent again, because no answer came, is made once. */
export function useCreateOrder(handlers: {
  onSuccess: (made: CallReply<typeof createOrder>) => void
  onError: (error: ApiError) => void
}) {
  const last = useRef({ order: '', key: '' })
  return useMutation<CallReply<typeof createOrder>, ApiError, Given>({
    mutationFn: (order) => {
      const content = JSON.stringify(order)
      if (last.current.order !== content) last.current = { order: content, key: newKey() }
      return call(createOrder, { body: { order } }, { idempotencyKey: last.current.key })
    },
    meta: { changes: createOrder.changes, quiet: true },
    ...handlers,
  })
}
