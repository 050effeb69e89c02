import { describe, expect, it } from 'vitest'
import { redact, redactUrl } from './redact.ts'

describe('redact', () => {
  it('keeps tokens, secrets and buyers out of what is logged', () => {
    const logged = JSON.stringify(
      redact({
        headers: { Authorization: 'Bearer v^1.1#abc', 'X-Shopify-Access-Token': 'shpat_abc' },
        client_secret: 'abc',
        refresh_token: 'abc',
        code: 'abc',
        api_key: 'abc',
        'X-Api-Key': 'abc',
        client_assertion: 'abc',
        orders: [
          {
            orderId: '01-1',
            buyer: { username: 'jane' },
            email: 'jane@example.com',
            shippingAddress: { city: 'Bonn' },
          },
        ],
        message: 'mail jane@example.com, Bearer abc.def',
      }),
    )
    expect(logged).toContain('01-1')
    for (const hidden of ['abc', 'jane', 'Bonn', 'v^1.1']) expect(logged).not.toContain(hidden)
  })
  it('looks at each character a few times only, however long the words of an answer are', () => {
    // Looking at each once more for every other one would outlast the time limit of tests many times.
    for (const word of ['a'.repeat(500_000), 'a@'.repeat(250_000), `a@${'a.'.repeat(250_000)}1`])
      expect(redact({ message: word })).toHaveProperty('message')
  })
  it('hides secret query parameters of an address', () => {
    expect(redactUrl('https://a.example/x?code=abc&sku=S-1')).toBe('https://a.example/x?code=%5Bredacted%5D&sku=S-1')
  })
})
