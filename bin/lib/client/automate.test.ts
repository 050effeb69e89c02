import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createOrder } from '#contract/orders/create.ts'
import { scopeNames } from '#contract/tokens/scopes.ts'
import type { WebhookEvent } from '#contract/webhooks/events.ts'
import { createWebhook, deleteWebhook } from '#contract/webhooks/webhooks.ts'
import { makeToken } from '#seed/make.ts'
import { root } from '../run-tool.ts'
import { packCli, packClient } from './pack.ts'
import { environmentOf, openSellingStranger, type Outcome, shellIn } from './stranger.ts'

/** The recipes of `docs/automate.md`, run as they stand there with packed packages against a running Motto that sells in the sandbox. */
const page = readFileSync(join(root, 'docs/automate.md'), 'utf8')
const recipes = page.split(/^## /m).slice(1)
const blocks = new Map(
  recipes.map((recipe) => [
    recipe.slice(0, recipe.indexOf('\n')),
    [...recipe.matchAll(/```(sh|js)\n([^]*?)```/g)].map(([, language = '', code = '']) => ({ language, code })),
  ]),
)
const executed = new Set<string>()
/** The code of a recipe, by its number and the position of its block. */
function blockOf(number: number, at = 0): string {
  const [title, list] = [...blocks].find(([heading]) => heading.startsWith(`${number}. `)) ?? []
  const code = list?.[at]?.code
  if (code === undefined) throw new Error(`docs/automate.md has no block ${at} in recipe ${number}.`)
  executed.add(`${title} ${at}`)
  return code
}

let stranger: Awaited<ReturnType<typeof openSellingStranger>>
let env: Record<string, string>
let sh: (script: string) => Promise<Outcome>
beforeAll(async () => {
  stranger = await openSellingStranger(packClient, packCli)
  const { shop, templateId, secret } = stranger
  env = { ...environmentOf(stranger), MOTTO_TOKEN: secret }
  sh = shellIn(stranger.folder, env)
  await shop.product(templateId, { sku: 'MUG-1', title: 'Blue mug', price: 12.5, quantity: 3 })
  await shop.product(templateId, { sku: 'MUG-2', title: 'Green mug', price: 15, quantity: 7 })
}, 120_000)
afterAll(() => stranger?.stop())

/** The environment with a token that has the scopes which a recipe names, and no others. */
async function environmentFor(number: number): Promise<Record<string, string>> {
  const recipe = recipes.find((candidate) => candidate.startsWith(`${number}. `)) ?? ''
  const [, sentence = ''] = /Scopes?: ([^.]+)\./.exec(recipe) ?? []
  const named = new Set(sentence.match(/[a-z]+:[a-z]+/g))
  const scopes = scopeNames.filter((scope) => named.has(scope))
  if (scopes.length === 0 || scopes.length < named.size) throw new Error(`Recipe ${number} names no scopes of Motto.`)
  return { ...env, MOTTO_TOKEN: (await makeToken(stranger.shop.ctx, { scopes })).secret }
}
const shellFor = async (number: number) => shellIn(stranger.folder, await environmentFor(number))

const file = (name: string) => readFileSync(join(stranger.folder, name), 'utf8')
const readJson = <T>(name: string) => JSON.parse(file(name)) as T
const json = async <T>(command: string) => JSON.parse((await sh(`motto ${command} --json`)).output) as T
const available = async (sku: string) => (await json<{ available: number }>(`stock get ${sku}`)).available
const priceOf = async (sku: string) => (await json<{ price: number }>(`products get ${sku}`)).price
const program = (name: string, code: string) => writeFileSync(join(stranger.folder, name), code)
const enter = (number: string, sku: string, quantity: number) =>
  stranger.app.call(createOrder, {
    body: {
      order: {
        source: 'Phone',
        externalOrderId: number,
        items: [{ sku, quantity, price: 12.5 }],
        orderDetails: { readyToShip: true },
      },
    },
    as: stranger.shop.as,
  })

/** Runs a program that takes webhooks while `work` goes on. @returns what it printed */
async function receiving(
  types: WebhookEvent[],
  name: string,
  more: object,
  work: (output: () => string) => Promise<void>,
) {
  const { app, shop, ports, folder } = stranger
  const { body } = await app.call(createWebhook, {
    body: { url: `http://127.0.0.1:${ports.webhooks}/`, description: '', types },
    as: shop.as,
  })
  const { secret = '', webhook } = body.data ?? {}
  const server = spawn(process.execPath, ['--no-warnings', name], {
    cwd: folder,
    env: { ...env, ...more, MOTTO_WEBHOOK_SECRET: secret, PORT: String(ports.webhooks) },
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  try {
    await work(() => output)
  } finally {
    server.kill()
    await once(server, 'close')
    await app.call(deleteWebhook, { params: { id: webhook?.id ?? 0 }, as: shop.as })
  }
}

// Each starts several processes, and waits for a channel.
describe('the recipe', { timeout: 120_000 }, () => {
  it('1 takes stock from a file, changes nothing the second time, and can be undone', async () => {
    const [recipe, shell] = [blockOf(1), await shellFor(1)]
    expect(await shell(recipe)).toMatchObject({ code: 0 })
    expect([await available('MUG-1'), await available('MUG-2')]).toEqual([12, 0])
    const { changeSetId, applied } = readJson<{ changeSetId: number; applied: { update: number } }>('import.json')
    expect(applied.update).toBe(2)
    expect(await shell(recipe)).toMatchObject({ code: 0 })
    expect(readJson('import.json')).toMatchObject({ outcomes: { unchanged: 2 }, applied: {} })
    expect(await shell(`motto undo ${changeSetId}`)).toMatchObject({ code: 0 })
    expect([await available('MUG-1'), await available('MUG-2')]).toEqual([3, 7])
  })

  it('2 tells a chat of an oversold order, and of no other', async () => {
    const messages: string[] = []
    const chat = createServer((request, response) => {
      void text(request).then((body) => {
        messages.push((JSON.parse(body) as { text: string }).text)
        response.writeHead(200).end()
      })
    }).listen(stranger.ports.chat, '127.0.0.1')
    program('oversold.js', blockOf(2))
    const more = { CHAT_WEBHOOK: `http://127.0.0.1:${stranger.ports.chat}/` }
    await receiving(['order.received'], 'oversold.js', more, async () => {
      expect((await enter('2001', 'MUG-1', 1)).status).toBe(200)
      expect((await enter('2002', 'MUG-2', 9)).status).toBe(200)
      await vi.waitFor(() => expect(messages).toHaveLength(1), { timeout: 60_000, interval: 200 })
    })
    expect(messages).toEqual(['Order 2002 on manual is oversold: 9 × MUG-2'])
    chat.close().closeAllConnections()
  })

  it('3 writes the orders and the sales of a month', async () => {
    const days = await json<{ from: string }>('sales')
    const month = blockOf(3).replace('2026-10-01', days.from).replace('2026-10-31', days.from)
    expect(await (await shellFor(3))(month)).toMatchObject({ code: 0 })
    expect(file(`orders-${days.from}.csv`)).toMatch(/2001[^]*2002|2002[^]*2001/)
    expect(readJson(`sales-${days.from}.json`)).toMatchObject({ orders: 2, units: 10, total: 125 })
  })

  it('4 ships orders of a carrier’s file, once', async () => {
    program('ship.js', blockOf(4))
    writeFileSync(
      join(stranger.folder, 'shipments.csv'),
      'Order,Tracking number,Service\n2001,1Z999AA1,UPS\n9999,1Z999AA2,UPS\n',
    )
    const shell = await shellFor(4)
    expect((await shell('node ship.js')).output).toBe('2001: shipped with UPS 1Z999AA1\n9999: no order to ship\n')
    const [order] = await json<{ id: number }[]>('orders list --search 2001')
    expect(await json(`orders get ${order?.id}`)).toMatchObject({
      shippingDetails: { trackingNumber: '1Z999AA1' },
    })
    expect((await shell('node ship.js')).output).toBe('2001: no order to ship\n9999: no order to ship\n')
  })

  it('5 previews prices, changes them and takes them back', async () => {
    const [look = '', change = ''] = blockOf(5).split(/(?<=--preview\n)/)
    const shell = await shellFor(5)
    expect((await shell(look)).output).toMatch(/^Updated +2$/m)
    expect([await priceOf('MUG-1'), await priceOf('MUG-2')]).toEqual([12.5, 15])
    expect(await shell(change)).toMatchObject({ code: 0 })
    expect([await priceOf('MUG-1'), await priceOf('MUG-2')]).toEqual([14.5, 16])
    expect(await shell(blockOf(5, 1))).toMatchObject({ code: 0 })
    expect([await priceOf('MUG-1'), await priceOf('MUG-2')]).toEqual([12.5, 15])
  })

  it('6 writes a file of what runs low', async () => {
    expect(await (await shellFor(6))(blockOf(6))).toMatchObject({ code: 0, errors: '' })
    expect(file('low.csv').split('\n').toSorted()).toEqual([
      '',
      '"MUG-1","Blue mug",2',
      '"MUG-2","Green mug",0',
      'SKU,Title,Available',
    ])
  })

  it('7 publishes what is in stock, and nothing else', async () => {
    const { shop } = stranger
    const [check = '', publish = ''] = blockOf(7).split(/(?<=--dry-run\n)/)
    const shell = await shellFor(7)
    const checked = await shell(check)
    expect(checked).toMatchObject({ code: 0, output: expect.stringMatching(/^Ready +1$/m) })
    expect(await shop.onChannel('ebay', 'MUG-1')).toEqual([])
    expect(await shell(publish)).toMatchObject({ code: 0 })
    expect(readJson('published.json')).toMatchObject({ state: 'done', products: 1, problems: [] })
    expect(await shop.onChannel('ebay', 'MUG-1')).toMatchObject([{ quantity: 2 }])
    expect(await shop.onChannel('ebay', 'MUG-2')).toEqual([])
  })

  it('8 mirrors the orders that are there, and each that comes', async () => {
    program('mirror.js', blockOf(8))
    const mirrored = () => {
      const database = new DatabaseSync(join(stranger.folder, 'orders.db'), { readOnly: true })
      const rows = database.prepare('select number, shipping, total from orders order by number').all()
      database.close()
      return rows.map((row) => ({ ...row }))
    }
    const types: WebhookEvent[] = ['order.received', 'order.changed', 'order.shipped']
    await receiving(types, 'mirror.js', await environmentFor(8), async (output) => {
      await vi.waitFor(() => expect(output()).toBe('caught up\n'), { timeout: 60_000, interval: 200 })
      expect(mirrored()).toMatchObject([
        { number: '2001', shipping: 'shipped', total: 12.5 },
        { number: '2002', total: 112.5 },
      ])
      expect((await enter('2003', 'MUG-1', 1)).status).toBe(200)
      await vi.waitFor(() => expect(mirrored()).toMatchObject([{}, {}, { number: '2003', total: 12.5 }]), {
        timeout: 60_000,
        interval: 200,
      })
    })
  })

  it('9 shows who changed what, and the history of a product', async () => {
    expect(await sh('motto products set MUG-1 --title "Large blue mug"')).toMatchObject({ code: 0 })
    const shell = await shellFor(9)
    const audit = await shell(blockOf(9))
    expect(audit).toMatchObject({ code: 0, errors: '' })
    expect(audit.output.split('\n')[0]).toMatch(/ {2}ERP {2}update {2}product {2}MUG-1$/)
    expect(await shell(blockOf(9, 1))).toMatchObject({ code: 0 })
    expect(readJson<{ data: object[] }>('history.json').data[0]).toMatchObject({
      entity: 'product',
      entityName: 'MUG-1',
      tokenName: 'ERP',
    })
    expect(readJson<{ data: { sku: string }[] }>('movements.json').data[0]).toMatchObject({ sku: 'MUG-1' })
  })

  it('10 lets an agent shorten titles that eBay does not take, and the listings can be published', async () => {
    const { shop, templateId, folder } = stranger
    const title = `Mug with ${'very '.repeat(16)}long title`
    await shop.product(templateId, { sku: 'LONG-1', title })
    const publish = 'motto listings publish --sku LONG-1 --to ebay --yes'
    expect(await sh(publish)).toMatchObject({ code: 1, output: expect.stringMatching(/^Blocked +1$/m) })
    const { secret } = await makeToken(shop.ctx, { usedBy: 'agent' })
    program('fix.js', blockOf(10))
    const fixed = await shellIn(folder, { ...env, MOTTO_AGENT_TOKEN: secret })('node fix.js')
    expect(fixed).toMatchObject({ code: 0, errors: '' })
    expect(fixed.output).toMatch(/^LONG-1: Mug with .* → Mug with /)
    expect(fixed.output).toMatch(/^1 changed\. Undo: proposal \d+$/m)
    expect(await sh(publish)).toMatchObject({ code: 0, output: expect.stringMatching(/^Live +1$/m) })
    expect((await shop.onChannel('ebay', 'LONG-1')).length).toBe(1)
  })
})

it('every block of the page was run, and it has ten recipes', () => {
  const all = [...blocks].flatMap(([title, list]) => list.map((_, at) => `${title} ${at}`))
  expect([...executed].toSorted()).toEqual(all.toSorted())
  expect(recipes).toHaveLength(10)
})
