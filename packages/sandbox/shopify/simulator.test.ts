import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { Sandbox } from '../main.ts'
import { openSandbox } from '../testing/open.ts'
import { scopes } from '../testing/shopify-shop.ts'

const credentials = { client_id: 'motto-sandbox-shopify', client_secret: 'sandbox-shopify-secret' }
const close: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const stop of close.splice(0)) await stop()
})

async function open(): Promise<Sandbox> {
  const sandbox = await openSandbox()
  close.push(() => sandbox.stop())
  return sandbox
}

/** Presses the consent form as a browser would: its own fields, its own address. */
async function install(sandbox: Sandbox): Promise<string> {
  const query = new URLSearchParams({
    client_id: credentials.client_id,
    redirect_uri: 'http://localhost:3000/oauth/shopify',
    scope: scopes.join(','),
    state: 'n-1',
  })
  const page = await (
    await fetch(`${sandbox.url}/shopify/motto-dev.myshopify.com/admin/oauth/authorize?${query.toString()}`)
  ).text()
  const form = new URLSearchParams()
  for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g))
    form.set(name, value)
  form.set('decision', 'install')
  const back = await fetch(/action="([^"]*)"/.exec(page)?.[1] ?? '', { method: 'POST', body: form, redirect: 'manual' })
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code')
  const answer = await fetch(`${sandbox.url}/shopify/motto-dev/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, code, expiring: '1' }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
const ask = async (sandbox: Sandbox, token: string, query: string) =>
  fetch(`${sandbox.url}/shopify/motto-dev/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query }),
  })
const control = async (sandbox: Sandbox, path: string, body: unknown) =>
  (
    await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()

it('is bought from over the control page, and its webhook arrives', async () => {
  const sandbox = await open()
  const token = await install(sandbox)
  const heard: { headers: IncomingHttpHeaders; body: string }[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  close.push(() => new Promise<void>((resolve) => receiver.close(() => resolve())))
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await ask(
    sandbox,
    token,
    `mutation { webhookSubscriptionCreate(topic: ORDERS_CREATE, webhookSubscription: { uri: "${hook}" }) { userErrors { message } } }`,
  )
  await control(sandbox, 'shopify/items', [{ sku: 'LAMP', title: 'Lamp', price: 30, quantity: 4 }])
  const { externalOrderId } = (await control(sandbox, 'shopify/buy', { sku: 'LAMP', quantity: 1 })) as {
    externalOrderId: string
  }
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard[0]?.headers).toMatchObject({ 'x-shopify-topic': 'orders/create', 'content-type': 'application/json' })
  expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ admin_graphql_api_id: externalOrderId })
})

it('is throttled with HTTP 200 when told to, and then answers again', async () => {
  const sandbox = await open()
  const token = await install(sandbox)
  await control(sandbox, 'faults', { channel: 'shopify', kind: 'rate_limit', count: 1 })
  const struck = await ask(sandbox, token, '{ shop { name } }')
  expect(struck.status).toBe(200)
  expect(await struck.json()).toMatchObject({ errors: [{ extensions: { code: 'THROTTLED' } }] })
  expect(await (await ask(sandbox, token, '{ shop { name } }')).json()).toMatchObject({
    data: { shop: { name: 'Motto Dev' } },
  })
})
