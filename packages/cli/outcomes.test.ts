import { describe, expect, it } from 'vitest'
import { access, motto, ok } from './testing/motto.ts'

const paths = (sent: readonly { method: string; url: string }[]) =>
  sent.map(({ method, url }) => `${method} ${new URL(url).pathname.replace('/api/v2', '')}`)

describe('motto listings publish', () => {
  const account = { integrationId: 2, channel: 'ebay', account: 'northlight' }
  const run = (state: string, counts: Record<string, number>) =>
    ok({ id: 5, state, products: 2, total: 2, accounts: [{ ...account, waits: null, counts }] })
  const begin = () => [ok([account]), ok({ id: 7 }), run('gathering', {})]
  const problems = (...items: object[]) => ok({ data: items, items: items.length })
  const line = 'listings publish --sku MUG-1 --to ebay'

  it('publishes what passed, tells how far it is, and ends with 1 where a channel rejected a part', async () => {
    const rejected = { sku: 'MUG-2', account: 'northlight', errors: { title: 'Too long.' } }
    const { code, output, errors, sent } = await motto(`${line} --yes`, {
      env: access,
      answers: [
        ...begin(),
        run('checking', { unchecked: 1, ready: 1 }),
        run('ready', { ready: 2 }),
        run('running', { ready: 1, asked: 1 }),
        run('running', { listed: 1, asked: 1 }),
        run('done', { listed: 1, refused: 1 }),
        problems(rejected),
      ],
    })
    expect([code, output]).toEqual([
      1,
      'Publish run        5\nProducts           2\nLive               1\nRejected           1\nMUG-2, northlight  Too long.\n',
    ])
    expect(errors).toBe(
      'Checking: 1 of 2\nPublishing. Ctrl C ends this command, not the publish run.\nPublishing: 1 of 2\n',
    )
    expect(paths(sent)).toContain('POST /publishing/5/start')
  })
  it('of a person who says no publishes nothing, and ends the run', async () => {
    const { code, errors, sent } = await motto(line, {
      env: access,
      reply: 'n',
      answers: [...begin(), run('ready', { ready: 2 }), run('cancelled', { ready: 2 }), problems()],
    })
    expect([code, errors]).toEqual([1, 'Publish run: 5\nProducts: 2\nReady: 2\n'])
    expect(paths(sent).slice(3)).toEqual(['GET /publishing/5', 'POST /publishing/5/cancel', 'GET /publishing/5/items'])
  })
  it('of a run that somebody paused ends with 1', async () => {
    const { code, output } = await motto(`${line} --yes --json`, {
      env: access,
      answers: [...begin(), run('ready', { ready: 2 }), run('running', {}), run('paused', { ready: 2 }), problems()],
    })
    expect([code, JSON.parse(output)]).toEqual([1, expect.objectContaining({ state: 'paused', problems: [] })])
  })
  it('to a channel with several accounts asks which one', async () => {
    const { code, errors } = await motto(`${line} --yes`, {
      env: access,
      answers: [ok([account, { ...account, integrationId: 3, account: 'second' }])],
    })
    expect([code, errors]).toEqual([
      2,
      'motto: --to ebay has several accounts. Name one by its id: 2 (ebay, northlight), 3 (ebay, second).\n',
    ])
  })
})

describe('motto orders refund', () => {
  const order = { order: { id: 41, currency: 'USD', items: [{ id: 9, sku: 'MUG-1' }] } }
  const reasons = [{ value: 'BUYER_RETURN', label: 'Buyer returned it' }]
  const undoing = (refunds: object[], more: object = {}) =>
    ok({
      refunds,
      refund: { reasons, noteChars: 100 },
      whyNoRefund: '',
      left: 25,
      shippingLeft: 5,
      lines: [{ itemId: 9, pieces: 2, amount: 20 }],
      ...more,
    })
  const refund = (state: string, message = '') => ({ id: 3, kind: 'refund', state, message, total: 25 })
  const line = 'orders refund 41 --reason BUYER_RETURN'

  it.each([
    ['done', 'sent', '', 0, 'Refund  25.00 USD\nState   done\n'],
    ['rejected', 'refused', 'Too late.', 1, 'Refund  25.00 USD\nState   rejected: Too late.\n'],
    ['unknown', 'unsure', '', 5, 'Refund  25.00 USD\nState   unconfirmed: look at the channel\n'],
  ])('waits for the channel and ends by its answer: %s', async (_, state, message, code, output) => {
    const answers = [
      ok(order),
      undoing([]),
      undoing([]),
      undoing([refund('sending')]),
      undoing([refund(state, message)]),
    ]
    expect(await motto(line, { env: access, answers })).toMatchObject({ code, output })
  })
  it('says why an order cannot be refunded here', async () => {
    const answers = [ok(order), undoing([], { refund: null, whyNoRefund: 'Refund it on Etsy.' })]
    expect(await motto(line, { env: access, answers })).toMatchObject({
      code: 1,
      errors: 'motto: Refund it on Etsy.\n',
    })
  })
  it('refuses a line that the order does not have, before anything is sent', async () => {
    const answers = [ok(order), undoing([])]
    const { code, errors, sent } = await motto(`${line} --item CUP-1:1`, { env: access, answers })
    expect([code, errors]).toEqual([2, 'motto: The order has no line CUP-1 that can be refunded.\n'])
    expect(paths(sent)).toEqual(['GET /orders/order', 'GET /orders/undoing'])
  })
})

describe('motto import', () => {
  const file = new URL('./package.json', import.meta.url).pathname
  const step = (state: string, applied: object = {}) =>
    ok({
      id: 5,
      state,
      rows: 2,
      mapping: { template: 1, templateColumn: null },
      outcomes: { create: 1, error: 1 },
      applied,
      changeSetId: 7,
    })
  const problem = { line: 3, sku: 'MUG-2', errors: { Price: 'Enter a number.' } }
  const rows = (...data: object[]) => ok({ data, items: data.length })

  it('names each row that was rejected, and ends with 1', async () => {
    const { code, output } = await motto(`import ${file} --yes`, {
      env: access,
      answers: [
        step('mapping'),
        step('mapping'),
        step('ready'),
        step('ready'),
        step('done'),
        step('done', { create: 1, error: 1 }),
        rows(problem),
      ],
    })
    expect([code, output]).toEqual([
      1,
      'Import         5\nRows           2\nCreated        1\nRejected       1\nLine 3, MUG-2  Price: Enter a number.\nUndo           motto undo 7\n',
    ])
  })
  it('a preview with a problem ends with 1, one without with 0', async () => {
    const preview = (...problems: object[]) =>
      motto(`import ${file} --preview --json`, {
        env: access,
        answers: [step('mapping'), step('mapping'), step('ready'), step('ready'), rows(...problems)],
      })
    const [bad, good] = [await preview(problem), await preview()]
    expect([bad.code, good.code]).toEqual([1, 0])
    expect(JSON.parse(bad.output)).toMatchObject({ state: 'ready', problems: [{ line: 3 }] })
  })
})

describe('motto sales', () => {
  it.each([
    ['--from yesterday', '--from is a day like 2026-11-01.'],
    ['--to 2026-11-01', 'Name the first day, too: --from.'],
  ])('refuses %s', async (options, sentence) => {
    expect(await motto(`sales ${options}`, { env: access })).toMatchObject({ code: 2, errors: `motto: ${sentence}\n` })
  })
})
