import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createOrder } from '#contract/orders/create.ts'
import type { TestApp } from '#server/testing/setup/app.ts'
import { root, runTool } from '../run-tool.ts'
import { packClient } from './pack.ts'
import { freePort, openStranger } from './stranger.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof openStranger>>['seller']
let folder: string
let env: Record<string, string>
let stop: () => Promise<void>
beforeAll(async () => {
  const stranger = await openStranger(packClient)
  ;({ app, seller, folder, stop } = stranger)
  env = { MOTTO_URL: stranger.url, MOTTO_TOKEN: stranger.secret, PATH: process.env.PATH ?? '' }
})
afterAll(() => stop())

const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8')
/** The example below a heading of the client's page. */
const exampleOf = (heading: string) =>
  new RegExp(`^## ${heading}$[^]*?\`\`\`js\n([^]*?)\`\`\``, 'm').exec(readme)?.[1] ?? ''
const run = promisify(execFile)
/** What an example prints, when it is run as a program of its own. */
async function outputOf(heading: string): Promise<string> {
  writeFileSync(join(folder, 'example.js'), exampleOf(heading))
  return (await run(process.execPath, ['example.js'], { cwd: folder, env })).stdout
}

it('the packed client brings its types, its license and no other package', async () => {
  expect(existsSync(join(folder, 'node_modules/@motto/client/LICENSE'))).toBe(true)
  expect(readFileSync(join(folder, 'package-lock.json'), 'utf8').match(/"node_modules\/[^"]+"/g)).toEqual([
    '"node_modules/@motto/client"',
  ])
  writeFileSync(
    join(folder, 'use.ts'),
    `import { createClient, type types } from '@motto/client'
const motto = createClient({ url: 'https://motto.example.com', token: 'motto_pat_x' })
export const product: Promise<types.Product> = motto.getProduct({ params: { id: 1 } })
export const templates = await motto.listTemplates()
export async function firstSku(): Promise<string | undefined> {
  for await (const { sku } of motto.each('listProducts')) return sku
}
// Each of these is wrong.
void motto.getProduct()
void motto.updateProduct({ body: { product: { id: 1, price: true } } })
void motto.each('getProduct')
`,
  )
  const strict = '--strict --noEmit --module nodenext --target es2022 --lib es2023,dom --types'.split(' ')
  const { output } = await runTool('tsc', [...strict, '', '--ignoreConfig', join(folder, 'use.ts')], { quiet: true })
  expect([...output.matchAll(/use\.ts\((\d+),/g)].map(([, line]) => Number(line))).toEqual([9, 10, 11])
})

it('the example that reads and changes a product does it', async () => {
  await outputOf('Read and change something')
  const response = await fetch(`${env.MOTTO_URL}/api/v2/products?search=MUG-1`, {
    headers: { authorization: `Bearer ${env.MOTTO_TOKEN}` },
  })
  expect(await response.json()).toMatchObject({ data: { data: [{ sku: 'MUG-1', price: 13.5 }] } })
})
it('the example that reads a list prints what is low', async () => {
  expect(await outputOf('Read a whole list')).toBe('MUG-1 3\n')
})
it('the example with files downloads the products and uploads them for review', async () => {
  expect(await outputOf('Send and receive files')).toMatch(/\bsku\b/i)
  expect(readFileSync(join(folder, 'products.csv'), 'utf8')).toContain('MUG-1')
})
it('the example that hears changes prints the order that came', async () => {
  const output = outputOf('Hear what changes')
  const { id } = seller.organization
  const items = [{ sku: 'CUP-1', quantity: 1, price: 5 }]
  const body = { order: { source: 'Phone', externalOrderId: '1042', items } }
  expect((await app.call(createOrder, { body, as: seller.as })).status).toBe(200)
  // Its stream opens at some time.
  const timer = setInterval(() => app.services.events.changed(id, ['orders', 'products']), 100)
  expect(await output).toBe("[ 'orders' ] 1042\n")
  clearInterval(timer)
})
it('the example about errors prints the code and the wrong field', async () => {
  expect(await outputOf('Errors')).toBe('invalid_input SKU is required.\n')
})
it('the example of a receiver takes a signed webhook and refuses another', async () => {
  const key = Buffer.alloc(32, 7)
  const port = await freePort()
  writeFileSync(join(folder, 'receiver.js'), exampleOf('Verify a webhook'))
  const secret = `whsec_${key.toString('base64')}`
  const receiver = spawn(process.execPath, ['receiver.js'], {
    cwd: folder,
    env: { ...env, PORT: String(port), MOTTO_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  receiver.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const body = JSON.stringify({ type: 'stock.changed', timestamp: '2026-03-01T09:00:00.000Z', data: { sku: 'MUG-1' } })
  const at = String(Math.floor(Date.now() / 1000))
  const signature = `v1,${createHmac('sha256', key).update(`evt_1.${at}.${body}`).digest('base64')}`
  const send = async (text: string) => {
    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': at, 'webhook-signature': signature }
    return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: text })).status
  }
  await vi.waitFor(async () => expect(await send(body)).toBe(204), { timeout: 20_000 })
  expect(await send(body.replace('MUG-1', 'MUG-2'))).toBe(400)
  receiver.kill()
  await once(receiver, 'close')
  expect(output).toBe('evt_1 stock.changed MUG-1\n')
})
