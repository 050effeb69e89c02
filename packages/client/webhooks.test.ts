import { describe, expect, it } from 'vitest'
import { WebhookError, verifyWebhook } from './index.ts'

/** The example of the specification's own repository. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = '{"test": 2432232314}'
const now = new Date(1614265330 * 1000)
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': signature,
}
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

describe('a webhook', () => {
  it.each([
    ['signed as the specification shows', { secret, headers }],
    ['with headers of fetch', { secret, headers: new Headers(headers) }],
    [
      'while the secret is replaced, as the sender signs with both',
      { secret, headers: { ...headers, 'webhook-signature': `v1,AAAA v1a,AAAA ${signature}` } },
    ],
    ['while the secret is replaced, as the receiver knows both', { secret: [other, secret], headers }],
    ['that is five minutes old', { secret, headers, now: new Date(now.getTime() + 300_000) }],
  ])('%s is accepted', async (_, request) => {
    expect(await verifyWebhook({ body, now, ...request })).toEqual({ id: headers['webhook-id'], test: 2432232314 })
  })
  it.each([
    ['with another body', { body: '{"test": 2432232315}' }],
    ['with another secret', { secret: other }],
    ['with another id', { headers: { ...headers, 'webhook-id': 'msg_x' } }],
    ['with another time', { headers: { ...headers, 'webhook-timestamp': '1614265331' } }],
    ['with a time that is no number', { headers: { ...headers, 'webhook-timestamp': 'NaN' } }],
    ['that is too old', { now: new Date(now.getTime() + 301_000) }],
    ['from the future', { now: new Date(now.getTime() - 301_000) }],
    [
      'with a signature of another version',
      { headers: { ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') } },
    ],
    ['with a signature that is no base64', { headers: { ...headers, 'webhook-signature': 'v1,A v1,%' } }],
    ['without a signature', { headers: { ...headers, 'webhook-signature': undefined } }],
  ])('%s is refused', async (_, change) => {
    await expect(verifyWebhook({ secret, headers, body, now, ...change })).rejects.toThrow(WebhookError)
  })
})
