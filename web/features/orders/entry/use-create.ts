import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import type { CallReply } from '#contract/endpoint.ts'
import { createOrder, type NewOrder } from '#contract/orders/create.ts'
import { type ApiError, call } from '#web/call.ts'

/** Sends an order, once: of two clicks the second would make it again. */
export function useCreateOrder(handlers: {
  onSuccess: (made: CallReply<typeof createOrder>) => void
  onError: (error: ApiError) => void
}) {
  const isUnderway = useRef(false)
  const create = useMutation<CallReply<typeof createOrder>, ApiError, z.input<typeof NewOrder>>({
    mutationFn: (order) => call(createOrder, { body: { order } }),
    meta: { changes: createOrder.changes, quiet: true },
    onSettled: () => void (isUnderway.current = false),
    ...handlers,
  })
  const mutate: typeof create.mutate = (...order) => {
    if (isUnderway.current) return
    isUnderway.current = true
    create.mutate(...order)
  }
  return { ...create, mutate }
}
