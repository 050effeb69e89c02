import type { CallReply } from '#contract/endpoint.ts'
import type { getStart } from '#contract/organizations/organizations.ts'

export type Start = CallReply<typeof getStart>

/** Which of the first steps are done. One that was gone once stays gone: a first piece that was sold is listed no longer, and a channel may be parted with. */
export const reachedBy = ({ connectedChannels, listedOnce, orders, templates, products }: Start) => ({
  connected: connectedChannels > 0 || listedOnce,
  listed: listedOnce,
  sold: orders > 0,
  /** Of the second step. */
  template: templates > 0,
  product: products > 0,
})
export type Reached = ReturnType<typeof reachedBy>

/** Whether there is still a first step to do. */
export function isSettingUp(start: Start): boolean {
  const { connected, listed, sold } = reachedBy(start)
  return !connected || !listed || !sold
}
