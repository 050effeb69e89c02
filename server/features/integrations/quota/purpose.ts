import type { Quota } from '#channels/call.ts'
import type { ChannelId } from '#contract/channels/ids.ts'

/** One quota as one account uses it. */
export interface Purpose {
  channel: ChannelId
  organizationId: number
  integrationId: number
  quota: Quota
}
export type Counted = Pick<Purpose, 'channel' | 'integrationId' | 'quota'>

/** The integration; 0: the operator's app. */
export const accountOf = ({ quota, integrationId }: Omit<Counted, 'channel'>) =>
  quota.per === 'app' ? 0 : integrationId
export const laneOf = ({ quota }: Pick<Counted, 'quota'>) => quota.lane ?? ''
