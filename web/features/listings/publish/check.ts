import type { CallReply } from '#contract/endpoint.ts'
import type { preflight } from '#contract/listings/preflight.ts'

export type Check = NonNullable<CallReply<typeof preflight>>
