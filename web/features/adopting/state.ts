import type { CallReply } from '#contract/endpoint.ts'
import type { adoptingState } from '#contract/adopting/adopting.ts'

/** How far the listings of an account are read and linked. */
export type State = CallReply<typeof adoptingState>
