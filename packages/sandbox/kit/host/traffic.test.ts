import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '../../main.ts'
import { openSandbox } from '../../testing/open.ts'
import { connect } from '../../testing/etsy-shop.ts'
import type { Exchange } from './traffic.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-traffic-'))
let sandbox: Sandbox
const readTraffic = () =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Exchange),
  )
const control = (path: string, body: unknown) =>
  fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  sandbox = await openSandbox({ traffic: folder })
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(folder, { recursive: true })
})

it('keeps forms, parts of forms, JSON and what was answered, with the headers; what looks alike five times; nothing of pages', async () => {
  const shop = await connect(sandbox)
  for (let n = 0; n < 9; n += 1) {
    await shop.api('GET', `/listings/${100 + n}`)
    sandbox.simulators.get('etsy')?.refill()
  }
  await shop.api('GET', `/shops/${shop.shopId}/listings?state=active&limit=10&offset=0`)
  await shop.api('POST', `/shops/${shop.shopId}/listings`, { form: { title: 'A mug', tags: 'one,two' } })
  const parts = new FormData()
  parts.append('image', new Blob([Uint8Array.of(0xff, 0xd8, 13, 10, 0xff)], { type: 'image/jpeg' }), 'mug é.jpg')
  parts.append('rank', '1')
  await shop.api('POST', `/shops/${shop.shopId}/listings/1/images`, { parts })
  await shop.api('PUT', '/listings/1/inventory', { json: { products: [{ sku: 'A', deep: [1, 2] }] } })
  await control('faults', { channel: 'etsy', kind: 'error500', count: 1 })
  await shop.api('GET', `/shops/${shop.shopId}`)
  const all = readTraffic()
  expect(all.every(({ channel, path }) => channel === 'etsy' && path.startsWith('/v3/'))).toBe(true)
  const matching = (method: string, part: string) =>
    all.filter((exchange) => exchange.method === method && exchange.path.includes(part))
  expect(matching('GET', '/listings/10')).toHaveLength(5)
  expect(matching('GET', '/listings?state=active&limit=10&offset=0')).toMatchObject([
    { status: 200, answer: { count: 0, results: [] }, headers: { 'x-api-key': expect.stringContaining(':') } },
  ])
  expect(matching('POST', '/listings')).toMatchObject([
    { form: { title: 'A mug', tags: 'one,two' }, status: 400 },
    { parts: { rank: '1', image: 'mug é.jpg' } },
  ])
  expect(matching('PUT', '/inventory')).toMatchObject([{ json: { products: [{ sku: 'A', deep: [1, 2] }] } }])
  expect(all.at(-1)).toMatchObject({ status: 500 })
})
