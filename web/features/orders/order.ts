import type { CallReply } from '#contract/endpoint.ts'
import type { getOrder } from '#contract/orders/orders.ts'

export type Order = CallReply<typeof getOrder>['order']
