import type { CallReply } from '#contract/endpoint.ts'
import { getStart, hideFirstSteps } from '#contract/organizations.ts'
import { useWrite } from '#web/api.ts'
import { Icon } from '#web/ui/icon.tsx'

export type Start = CallReply<typeof getStart>

/** Which of the first steps are done. */
export const reachedBy = ({ connectedChannels, liveListings, orders }: Start) => ({
  connected: connectedChannels > 0,
  listed: liveListings > 0,
  sold: orders > 0,
})
export type Reached = ReturnType<typeof reachedBy>

/** Whether there is still a first step to do. */
export const isSettingUp = (start: Start): boolean => Object.values(reachedBy(start)).includes(false)

/** Brings the first steps back for who put them away. */
export function BringBack() {
  const show = useWrite(hideFirstSteps)
  return (
    <button type="button" disabled={show.isPending} onClick={() => show.mutate({ body: { hidden: false } })}>
      <Icon name="check-circle" />
      <span className="grow">The first steps of your shop</span>
      <span className="small subtle">Show</span>
    </button>
  )
}
