import { describe, expect, it } from 'vitest'
import { openNetworks, readNetwork } from './networks.ts'
import { openRates } from './rates.ts'
import { TOKEN_PATTERN, hashOf, hintOf, isWellFormed, newSecret } from './secret.ts'

describe('the text of an API token', () => {
  it('a token begins with its kind, and has 30 random characters and a checksum', () => {
    expect(newSecret('person')).toMatch(/^motto_pat_[0-9A-Za-z]{36}$/)
    expect(newSecret('organization')).toMatch(/^motto_org_[0-9A-Za-z]{36}$/)
    const many = Array.from({ length: 200 }, () => newSecret('person'))
    expect(new Set(many).size).toBe(200)
    expect(many.every(isWellFormed)).toBe(true)
  })
  it('the checksum is the CRC-32 of all before it, in base 62', () => {
    const head = `motto_pat_${'0'.repeat(30)}`
    expect(isWellFormed(`${head}3U7LuD`)).toBe(true)
    expect(isWellFormed(`${head}000000`)).toBe(false)
  })
  it('a token with one wrong character is found without a query', () => {
    const secret = newSecret('organization')
    for (let at = 0; at < secret.length; at += 1) {
      const wrong = secret.slice(0, at) + (secret[at] === 'a' ? 'b' : 'a') + secret.slice(at + 1)
      expect(isWellFormed(wrong), wrong).toBe(false)
    }
    for (const text of [
      '',
      'motto_',
      `${secret} `,
      `x${secret}`,
      secret.replace('_org_', '_pat_'),
      secret.slice(0, -1),
    ])
      expect(isWellFormed(text), text).toBe(false)
  })
  it('a secret scanner finds a token in a text by the documented pattern', () => {
    const secret = newSecret('person')
    expect(TOKEN_PATTERN.exec(`MOTTO_TOKEN="${secret}"\n`)?.[0]).toBe(secret)
  })
  it('a hash and a hint do not tell the token', () => {
    const secret = newSecret('person')
    expect(hashOf(secret)).toHaveLength(32)
    expect(hintOf(secret)).toBe(`motto_pat_…${secret.slice(-4)}`)
  })
})

describe('the networks of an API token', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
  ])('%s is an address or network', (text, network) => expect(readNetwork(text)).toBe(network))
  it.each(['', 'home', '203.0.113.0/33', '203.0.113', '2001:db8::/129', '10.0.0.0/8/8', '10.0.0.0/', 'fe80::1%eth0'])(
    '"%s" is neither an address nor a network',
    (text) => expect(readNetwork(text)).toBeUndefined(),
  )
  it('an address is inside its networks only, also where a socket names it as IPv6', () => {
    const isInside = openNetworks(['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'])
    const inside = ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8:1::1']
    expect(inside.filter((address) => !isInside(address))).toEqual([])
    const outside = ['203.0.114.9', '198.51.100.8', '2001:db9::1', '::1', 'nonsense', '']
    expect(outside.filter(isInside)).toEqual([])
  })
  it('without networks every address is allowed', () => expect(openNetworks([])('192.0.2.1')).toBe(true))
})

describe('the rate of requests', () => {
  it('a key has its share in each window, and another key has its own', () => {
    let now = 0
    const count = openRates({ max: 2, seconds: 60 }, () => now)
    expect(count('a')).toEqual({ isWithin: true, remaining: 1, secondsLeft: 60 })
    now = 15_500
    expect(count('a')).toEqual({ isWithin: true, remaining: 0, secondsLeft: 45 })
    expect(count('a')).toEqual({ isWithin: false, remaining: 0, secondsLeft: 45 })
    expect(count('b').isWithin).toBe(true)
    now = 60_000
    expect(count('a')).toEqual({ isWithin: true, remaining: 1, secondsLeft: 60 })
  })
})
