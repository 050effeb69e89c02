import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckResult, type CheckState, CheckStep } from '#contract/integrations/checks.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { channels } from '../registry.ts'
import { simulatedAccount, simulatedWalk } from '../testing/certify/simulated.ts'
import { remote } from '../testing/conformance/stage.ts'
import { compare } from './compare.ts'
import { isTestSku, testProduct } from './product.ts'
import type { Exchange } from './record.ts'
import { walk } from './walk.ts'

let sandbox: Sandbox
// A busy machine needs a while for a walk, of which some tests make three.
const patience = 60_000
beforeAll(async () => {
  sandbox = await openSandbox()
}, patience)
afterAll(() => sandbox.stop())

const ids = Object.keys(channels) as BuiltId[]
/** Test products that the channel still has. */
const left = async (id: BuiltId) => (await remote(sandbox.url, id).listings()).filter(({ sku }) => isTestSku(sku))
const stateOf = (results: readonly CheckResult[], step: CheckStep) =>
  results.find((result) => result.step === step)?.state
const notPassed = (results: readonly CheckResult[]) =>
  results.flatMap(({ step, state, detail }) =>
    state === 'passed' || step === 'notices' ? [] : [{ step, state, detail }],
  )

/** What a channel doesn't support is reported as that, never as passed. */
const lacking: Partial<Record<BuiltId, CheckStep[]>> = {
  ebay: ['price', 'sold_out'],
  etsy: ['price', 'sold_out'],
  clover: ['defaults'],
  csv: ['defaults', 'price', 'orders'],
}

/** Another listing of the seller, with two variations. */
async function sellFamily({ channel, connection }: Awaited<ReturnType<typeof simulatedAccount>>): Promise<void> {
  const c = connection()
  const family = {
    ...(await testProduct(channel, c, c.currency)),
    key: 1,
    title: 'A family',
    description: '<p>Of two</p>',
    variants: ['Red', 'Blue'].map((Color) => ({ sku: `FAMILY-${Color}`, options: { Color }, price: 990, quantity: 3 })),
  }
  const [outcome] = await channel.listings.publish(c, [family])
  if (!outcome?.ok) throw outcome?.error ?? new Error('nothing was published')
}

describe.each(ids)('a check of a connection to %s', { timeout: patience }, (id) => {
  it('takes a hidden product through every step that the channel supports and leaves none', async () => {
    const { results } = await simulatedWalk(await simulatedAccount(sandbox, id))
    expect(results.map(({ step }) => step).toSorted()).toEqual([...CheckStep.options].toSorted())
    expect(notPassed(results).map(({ step, state }) => [step, state])).toEqual(
      (lacking[id] ?? []).map((step) => [step, 'unsupported']),
    )
    expect(await left(id)).toEqual([])
  })

  it('finds no difference between two accounts of one simulator', async () => {
    const first = await simulatedAccount(sandbox, id)
    // What an adapter remembers of a channel, such as its categories, is asked for once.
    await simulatedWalk(first)
    const { exchanges } = await simulatedWalk(first)
    const second = await simulatedWalk(await simulatedAccount(sandbox, id))
    expect(compare(exchanges, second.exchanges)).toEqual([])
  })

  it('finds no difference in an account that sells other things than its simulator’s', async () => {
    const stage = await simulatedAccount(sandbox, id)
    const control = remote(sandbox.url, id)
    await sellFamily(stage)
    await control.addItems([{ sku: 'OTHER', title: 'Another', price: 3, quantity: 0 }])
    const { exchanges, results } = await simulatedWalk(stage)
    expect(results.filter(({ state }) => state === 'failed')).toEqual([])
    const plain = await simulatedWalk(await simulatedAccount(sandbox, id))
    expect(compare(exchanges, plain.exchanges)).toEqual([])
  })

  it('only reads unless a test product is allowed', async () => {
    const stage = await simulatedAccount(sandbox, id)
    const { results, exchanges } = await simulatedWalk(stage, { whole: false })
    expect(results.map(({ step }) => step)).not.toContain('create')
    const writes = exchanges.filter(
      ({ call }) => !/^(GET|GraphQL) |search$|ByDataFilter$|scopes$|token\/status$|batch-retrieve$/.test(call),
    )
    expect(writes.map(({ call }) => call)).toEqual([])
  })

  it('deletes its product when it is stopped after it was made', async () => {
    const stop = new AbortController()
    const { results } = await simulatedWalk(await simulatedAccount(sandbox, id), {
      signal: stop.signal,
      report: async ({ step, state }) => void (step === 'create' && state === 'passed' && stop.abort()),
    })
    const states: (CheckState | undefined)[] = ['create', 'read', 'change', 'remove'].map((step) =>
      stateOf(results, step as CheckStep),
    )
    expect(states).toEqual(['passed', 'skipped', 'skipped', 'passed'])
    expect(await left(id)).toEqual([])
  })

  it('deletes what an earlier check left that was killed', async () => {
    const stage = await simulatedAccount(sandbox, id)
    const killed = new Error('killed')
    const dying = simulatedWalk(stage, {
      report: ({ step, state }) =>
        step === 'read' && state === 'running' ? Promise.reject(killed) : Promise.resolve(),
    })
    await expect(dying).rejects.toBe(killed)
    const { results } = await simulatedWalk(stage)
    expect(results.find(({ step }) => step === 'leftovers')?.detail).toBe(
      'A test product of an earlier check was deleted.',
    )
    expect(stateOf(results, 'remove')).toBe('passed')
    expect(await left(id)).toEqual([])
  })
})

it('finds no difference in an account on another site, in another currency', { timeout: patience }, async () => {
  const british = await simulatedAccount(sandbox, 'ebay')
  british.settings = british.channel.settings.parse({ ...(british.settings as object), marketplaceId: 'EBAY_GB' })
  const walks: Exchange[][] = []
  for (const stage of [british, await simulatedAccount(sandbox, 'ebay')]) {
    // What an adapter remembers of a channel is asked for once.
    await simulatedWalk(stage)
    walks.push((await simulatedWalk(stage)).exchanges)
  }
  const [there = [], plain = []] = walks
  expect(JSON.stringify(there)).toContain('GBP')
  expect(compare(there, plain)).toEqual([])
})

it('says that a step failed when the channel shows something else than was sent', async () => {
  const stage = await simulatedAccount(sandbox, 'clover')
  const { results } = await simulatedWalk(stage, {
    tamper: ({ method, url }, answer) =>
      method === 'GET' && url.includes('/items?')
        ? { ...answer, body: JSON.parse(JSON.stringify(answer.body).replaceAll('1234', '4321')) as unknown }
        : answer,
  })
  expect(results.find(({ step }) => step === 'read')).toMatchObject({
    state: 'failed',
    detail: 'The price was sent as 12.34 and read as 43.21.',
  })
  expect(await left('clover')).toEqual([])
})

it('skips what depends on the account when the channel refuses access', async () => {
  const stage = await simulatedAccount(sandbox, 'square')
  const { results } = await simulatedWalk(stage, {
    tamper: () => ({
      status: 401,
      headers: {},
      body: { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }] },
    }),
  })
  expect(stateOf(results, 'account')).toBe('failed')
  expect(new Set(results.slice(1).map(({ state }) => state))).toEqual(new Set(['skipped']))
})

it('tells a clock that runs ahead of the channel’s', async () => {
  const stage = await simulatedAccount(sandbox, 'etsy')
  const { results } = await walkAhead(stage, 7)
  expect(results.find(({ step }) => step === 'clock')).toMatchObject({
    state: 'attention',
    detail: expect.stringContaining('7 min ahead of Etsy'),
  })
})

const walkAhead = (stage: Awaited<ReturnType<typeof simulatedAccount>>, minutes: number) => {
  const ahead = () => new Date(Date.now() + minutes * 60_000)
  return walk({
    channel: stage.channel,
    connected: (work) => work({ ...stage.connection(), now: ahead }),
    known: { endsAt: null, notices: undefined },
    whole: false,
    report: async () => undefined,
    wait: async () => undefined,
    deadline: new Date(Date.now() + 3_600_000),
    now: ahead,
  })
}
