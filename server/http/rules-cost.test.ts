import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { preflight } from '#contract/listings/preflight.ts'
import { previewRules, saveRules } from '#contract/mappings/rule-changes.ts'
import { channelValues } from '#contract/mappings/values.ts'
import { updateProduct } from '#contract/products/products.ts'
import { addAttributes } from '#contract/templates.ts'
import { type Meter, type Request, heldWhile, openMeter, slowness } from '../testing/cost/turns.ts'
import { sandboxedApp } from '../testing/setup/sandboxed.ts'
import { type Shop, openShop } from '../testing/shop/shop.ts'

/** How long anybody else may wait for rules, on a usual machine. */
const MOST_MS = 50
/** Memory is cleared at some time, and then in somebody's turn: what is too long once is looked at again. */
const TRIES = 4

const on = sandboxedApp()
let shop: Shop
let meter: Meter
let origin: string
beforeAll(async () => {
  shop = await openShop(on.app, on.sandbox, ['ebay'])
  meter = openMeter()
  origin = await on.app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => meter.stop())

const action = (target: string, name: string, value = '', input = '') => ({
  uuid: randomUUID(),
  target,
  action: name,
  value,
  input,
})
type Action = ReturnType<typeof action>
const asks = (value: string) => [
  {
    uuid: randomUUID(),
    conditions: [{ uuid: randomUUID(), input: '{{A1}}', operator: 'contains', qualifier: 'all', value }],
  },
]
const rule = (actions: Action[], value?: string) => ({
  uuid: randomUUID(),
  conditionSets: value === undefined ? [] : asks(value),
  actions,
})
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
const nearly = `${'a'.repeat(5000)}b${'a'.repeat(4900)}`

/** Each is legal to save, and as much work as one product's rules may be. */
const heaviest: [title: string, rules: () => object[]][] = [
  [
    'make an attribute long and split it',
    () => [
      rule(times(5, () => action('{{Log}}', 'append', '', '{{A2}}'))),
      ...times(30, () => rule(times(50, () => action('{{Part}}', 'split by', ' ', '{{Log}}')))),
    ],
  ],
  ['look for a long text in a long attribute', () => times(40, () => rule([action('', 'append', 'x')], nearly))],
  ['refer to blanks', () => times(40, () => rule([action('', 'append', '{{Blank}}'.repeat(1000))]))],
  [
    'write references',
    () => times(40, () => rule(times(40, () => action('description', 'append', '{{A2}}'.repeat(7))))),
  ],
]

async function shopWith(rules: object[]) {
  const templateId = await shop.template()
  const attributes = [
    { name: 'Log', value: 'ab ' },
    { name: 'Blank', value: ' '.repeat(99_000) },
    ...Array.from({ length: 12 }, (_, n) => ({ name: `A${n}`, value: (n === 1 ? 'a' : 'ab ').repeat(33_000) })),
  ]
  const names = attributes.map(({ name }) => name)
  await on.app.call(addAttributes, { as: shop.as, body: { templateId, attributes: names } })
  const { id } = await shop.product(templateId, { attributes })
  const product = { id, configuration: { dynamicMappingEnabled: true } }
  await on.app.call(updateProduct, { body: { product } as never, as: shop.as })
  const tabs = [
    { ownerType: 'Template', applyTo: 'title', dynamicMappings: [{ uuid: randomUUID(), name: 'Words', rules }] },
  ]
  return { id, templateId, body: { templateId, tabs } }
}

async function heldBy(request: Request): Promise<number> {
  const { status, heldMs } = await meter.costOf(request)
  expect(status).toBe(200)
  return heldMs
}

/** The least of some tries, by a usual machine's measure. */
async function longestTurnOf(hold: () => Promise<number>): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < TRIES && least > MOST_MS; tries += 1) {
    const slow = least === Infinity ? 1 : slowness()
    least = Math.min(least, (await hold()) / slow)
  }
  return least
}

describe.each(heaviest)('Rules that %s', (_title, rules) => {
  it('hold up nobody, sent to the preview, or stored and read by the listing check, value mapping and the sender', async () => {
    const { id, templateId, body } = await shopWith(rules())
    const cookie = { cookie: shop.as }
    const read = (path: string) => () => heldBy({ method: 'GET', url: `${origin}/api/v2${path}`, headers: cookie })
    const turns: Record<string, number> = {}
    turns['preview'] = await longestTurnOf(async () => {
      const headers = { ...cookie, 'content-type': 'application/json' }
      const request = {
        method: 'POST',
        url: `${origin}/api/v2${previewRules.path}`,
        headers,
        body: JSON.stringify(body),
      }
      return heldBy(request)
    })
    expect((await on.app.call(saveRules, { as: shop.as, body: body as never })).status).toBe(200)
    // The listing is checked once it is there.
    turns['job'] = await longestTurnOf(() => heldWhile(() => shop.list('ebay', id)))
    turns['check'] = await longestTurnOf(read(`${preflight.path}?productId=${id}&channel=ebay`))
    turns['values'] = await longestTurnOf(read(`${channelValues.path}?templateId=${templateId}&channel=ebay`))
    const tooLong = Object.entries(turns).filter(([, ms]) => ms > MOST_MS)
    expect(tooLong.map(([at, ms]) => `${at}: ${ms.toFixed(0)} ms`)).toEqual([])
  })
})
