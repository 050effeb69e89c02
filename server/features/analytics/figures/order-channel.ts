import type { z } from 'zod'
import type { OrderChannel } from '#contract/orders/orders.ts'

/** Where an order came from: a channel, or by hand. */
export type Channel = z.output<typeof OrderChannel>
