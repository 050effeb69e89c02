import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { CallReply } from '#contract/endpoint.ts'
import { createOrder, type NewOrder } from '#contract/orders/create.ts'
import { type ApiError, call } from '#web/call.ts'

/** Sends an order. */
export const useCreateOrder = (handlers: {
  onSuccess: (made: CallReply<typeof createOrder>) => void
  onError: (error: ApiError) => void
}) =>
  useMutation<CallReply<typeof createOrder>, ApiError, z.input<typeof NewOrder>>({
    mutationFn: (order) => call(createOrder, { body: { order } }),
    meta: { changes: createOrder.changes, quiet: true },
    ...handlers,
  })
