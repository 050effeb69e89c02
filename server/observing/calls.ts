import type { Http } from '#channels/call.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { currentScope } from './scope.ts'

/** Makes each request to a channel a part of the trace that it belongs to. Its address stays out, as it may name a shop or buyer. */
export const traceCalls =
  (http: Http, channel: ChannelId): Http =>
  async (call) => {
    const span = currentScope()?.span?.child(`${call.method} ${channel}`, {
      'motto.channel': channel,
      'http.request.method': call.method,
    })
    if (!span) return http(call)
    try {
      const answer = await http(call)
      span.end({ 'http.response.status_code': answer.status }, answer.status >= 400)
      return answer
    } finally {
      span.end({}, true)
    }
  }
