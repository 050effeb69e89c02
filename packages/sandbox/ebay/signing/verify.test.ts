import { expect, it } from 'vitest'
import { signatureProblem } from './verify.ts'

/** Published in eBay's SDKs: github.com/hendt/ebay-api, test/api/digitalSignature.spec.ts, read 2026-11-28. */
const token =
  'eyJhbGciOiJBMjU2R0NNS1ciLCJlbmMiOiJBMjU2R0NNIiwiemlwIjoiREVGIiwiaXYiOiJvSzFwdXJNVHQtci14VUwzIiwidGFnIjoiTjB4WjI4ZklZckFmYkd5UWFrTnpjZyJ9.AYdKU7ObIc7Z764OrlKpwUViK8Rphxl0xMP9v2_o9mI.1DbZiSQNRK6pLeIw.Yzp3IDV8RM_h_lMAnwGpMA4DXbaDdmqAh-65kO9xyDgzHD6s0kY3p-yO6oPR9kEcAbjGXIULeQKWVYzbfHKwXTY09Npj_mNuO5yxgZtWnL55uIgP2HL1So2dKkZRK0eyPa6DEXJT71lPtwZtpIGyq9R5h6s3kGMbqA.m4t_MX4VnlXJGx1X_zZ-KQ'
const publicKey = 'MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs='
const keyOf = (named: string) => (named === token ? publicKey : undefined)

const signed = (headers: Record<string, string> = {}, more: { path?: string; body?: string } = {}) =>
  signatureProblem(
    {
      method: 'POST',
      path: more.path ?? '/test',
      rawBody: Buffer.from(more.body ?? '{"hello": "world"}'),
      headers: {
        host: 'localhost:8080',
        'content-digest': 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
        'x-ebay-signature-key': token,
        'signature-input':
          'sig1=("content-digest" "x-ebay-signature-key" "@method" "@path" "@authority");created=1663459378',
        signature: 'sig1=:gkk7dqudw21DFHDVBoRUWe/F6/2hTEmWRFDBxiN6COD4PjozXziiDFML1nFHu+0UcMXC/niltxzABjnugu4DCA==:',
        ...headers,
      },
    },
    keyOf,
  )

it('the published example of a signed request is accepted', () => expect(signed()).toBeUndefined())

it.each<[string, Record<string, string>, { path?: string; body?: string }, RegExp]>([
  ['without a signature', { signature: '' }, {}, /missing/],
  ['of an unknown key', { 'x-ebay-signature-key': 'other' }, {}, /key is unknown/],
  ['with another body', {}, { body: '{"hello": "you"}' }, /digest is wrong/],
  ['for another path', {}, { path: '/other' }, /signature is wrong/],
  ['for another host', { host: 'localhost:8081' }, {}, /signature is wrong/],
  [
    'that was made at another time',
    {
      'signature-input':
        'sig1=("content-digest" "x-ebay-signature-key" "@method" "@path" "@authority");created=1663459379',
    },
    {},
    /signature is wrong/,
  ],
  [
    'that leaves the body out',
    { 'signature-input': 'sig1=("x-ebay-signature-key" "@method" "@path" "@authority");created=1663459378' },
    {},
    /does not cover/,
  ],
])('a request %s is refused', (_, headers, more, why) => expect(signed(headers, more)).toMatch(why))
