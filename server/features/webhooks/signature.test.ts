import { describe, expect, it } from 'vitest'
import { rightSignatures } from '#server/testing/receiver.ts'
import { headersOf, newSecret, signatureOf } from './signature.ts'

describe('a webhook signature', () => {
  it('the published example of Standard Webhooks has the published signature', () => {
    expect(
      signatureOf(
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        'msg_p5jXN8AQM9LWM0D4loKWxJek',
        1614265330,
        '{"test": 2432232314}',
      ),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })
  it('a message with two secrets can be verified with each of them, and with no other', () => {
    const [now, former, foreign] = [newSecret(), newSecret(), newSecret()]
    const text = '{"type":"test"}'
    const headers = headersOf([now, former], { messageId: 'm-1', at: new Date(1614265330500), body: text })
    expect(headers['webhook-timestamp']).toBe('1614265330')
    expect([now, former, foreign].map((secret) => rightSignatures({ headers, text }, secret))).toEqual([1, 1, 0])
    expect(rightSignatures({ headers, text: '{"type":"test2"}' }, now)).toBe(0)
  })
  it('a secret is 32 random bytes in base64 after its prefix', () => {
    expect(Buffer.from(newSecret().slice('whsec_'.length), 'base64')).toHaveLength(32)
    expect(newSecret()).not.toBe(newSecret())
  })
})
