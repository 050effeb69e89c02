import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { isAtThisMachine } from './local.ts'

const publicUrl = 'http://localhost:3000'
const sent = (remoteAddress: string | undefined, headers: Record<string, string>) =>
  ({ headers, raw: { socket: { remoteAddress } } }) as unknown as FastifyRequest
const host = 'localhost:3000'

it.each([
  ['IPv4 loopback', '127.0.0.1', { host }],
  ['IPv6 loopback', '::1', { host: '[::1]:3000' }],
  ['IPv4 inside IPv6', '::ffff:127.0.0.1', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
])('a browser on the machine itself: %s', (_, address, headers) => {
  expect(isAtThisMachine({ publicUrl }, sent(address, headers))).toBe(true)
})

it.each([
  ['another machine', '192.168.1.20', { host }],
  ['a connection that is gone', undefined, { host }],
  ['an address that only begins so', '127.0.0.1.evil.example', { host }],
  ['a proxy that says for whom', '127.0.0.1', { host, 'x-forwarded-for': '203.0.113.9' }],
  ['a proxy that pretends it is for nobody else', '127.0.0.1', { host, 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy that says so in the standard way', '127.0.0.1', { host, forwarded: 'for=203.0.113.9' }],
  ['a proxy that only names its host', '127.0.0.1', { host, 'x-forwarded-host': 'motto.example' }],
  ['a tunnel', '127.0.0.1', { host, via: '1.1 tunnel' }],
  ['a name that leads here', '127.0.0.1', { host: 'evil.example:3000' }],
  ['a request without a host', '127.0.0.1', {}],
  ["another site's page", '127.0.0.1', { host, origin: 'https://evil.example' }],
  ['a page without an origin of its own', '127.0.0.1', { host, origin: 'null' }],
])('somebody else: %s', (_, address, headers) => {
  expect(isAtThisMachine({ publicUrl }, sent(address, headers as Record<string, string>))).toBe(false)
})

it('an installation that is known by another name trusts nobody for sitting near it', () => {
  expect(isAtThisMachine({ publicUrl: 'https://motto.example' }, sent('127.0.0.1', { host }))).toBe(false)
})
