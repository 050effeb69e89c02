import { expect, it } from 'vitest'
import { signatureHeaders } from './signature.ts'

/** Published in eBay’s SDKs, and recomputed from their parts: github.com/hendt/ebay-api, test/api/digitalSignature.spec.ts, read 2026-11-28. */
const published = {
  privateKey: 'MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF',
  token:
    'eyJhbGciOiJBMjU2R0NNS1ciLCJlbmMiOiJBMjU2R0NNIiwiemlwIjoiREVGIiwiaXYiOiJvSzFwdXJNVHQtci14VUwzIiwidGFnIjoiTjB4WjI4ZklZckFmYkd5UWFrTnpjZyJ9.AYdKU7ObIc7Z764OrlKpwUViK8Rphxl0xMP9v2_o9mI.1DbZiSQNRK6pLeIw.Yzp3IDV8RM_h_lMAnwGpMA4DXbaDdmqAh-65kO9xyDgzHD6s0kY3p-yO6oPR9kEcAbjGXIULeQKWVYzbfHKwXTY09Npj_mNuO5yxgZtWnL55uIgP2HL1So2dKkZRK0eyPa6DEXJT71lPtwZtpIGyq9R5h6s3kGMbqA.m4t_MX4VnlXJGx1X_zZ-KQ',
  digest: 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
  signature: 'sig1=:gkk7dqudw21DFHDVBoRUWe/F6/2hTEmWRFDBxiN6COD4PjozXziiDFML1nFHu+0UcMXC/niltxzABjnugu4DCA==:',
}
const { token, privateKey } = published
const call = {
  method: 'POST',
  url: 'http://localhost:8080/test?a=1',
  body: '{"hello": "world"}',
  created: 1_663_459_378,
}

it('a request is signed as in the published example of eBay', () => {
  expect(signatureHeaders(call, { token, privateKey })).toEqual({
    'content-digest': published.digest,
    'x-ebay-signature-key': token,
    'x-ebay-enforce-signature': 'true',
    'signature-input':
      'sig1=("content-digest" "x-ebay-signature-key" "@method" "@path" "@authority");created=1663459378',
    signature: published.signature,
  })
})

it('a request without a body has no digest, neither sent nor signed', () => {
  const headers = signatureHeaders({ ...call, method: 'GET', body: '' }, { token, privateKey })
  expect(headers['content-digest']).toBeUndefined()
  expect(headers['signature-input']).toBe(
    'sig1=("x-ebay-signature-key" "@method" "@path" "@authority");created=1663459378',
  )
})
