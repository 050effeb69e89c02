import type { Http } from '#channels/call.ts'
import type { Channel } from '#channels/channel.ts'
import { makeHttp } from '#channels/kit/http.ts'
import type { Services } from '../../../context.ts'

/** For what is asked of a channel in no account's name, such as the key that it signs with. */
export const appHttp = ({ clock }: Services, { limits }: Pick<Channel, 'limits'>): Http =>
  makeHttp({ pace: { requestsPerSecond: limits.requestsPerSecond, concurrency: 1 }, now: clock.now })
