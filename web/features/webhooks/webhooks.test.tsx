// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { roles } from '#contract/permissions.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  replayFailed,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/webhooks/webhooks.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, choose, press, says, text, theOne, type, until } from '#web/testing/screen.tsx'
import { answerOf, deliveryState, problemOf, stateOf } from './webhook-words.ts'

const server = fakeServer()
const erp = {
  id: 4,
  url: 'https://erp.example.com/motto',
  description: 'ERP',
  types: ['order.received' as const],
  state: 'active' as const,
  reason: '' as const,
  failingSince: null,
  formerUntil: null,
  waiting: 2,
  failed: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
}
const delivery = {
  id: 9,
  messageId: '0b5f',
  type: 'order.received' as const,
  record: 'order:41',
  at: '2026-11-20T10:00:00.000Z',
  state: 'failed' as const,
  attempts: 10,
  nextAt: null,
  triedAt: '2026-11-23T10:00:00.000Z',
  status: 500,
  answer: 'out of disk',
  tookMs: 120,
  body: '{"type":"order.received","data":{"id":41}}',
}
const openAll = (roleId: number = roles.admin) => renderPage('/account/webhooks', { roleId })
const openOne = (
  webhook: Partial<Omit<typeof erp, 'state' | 'reason'>> & { state?: 'paused'; reason?: 'failing' } = {},
) => {
  server.answer(listWebhooks, [{ ...erp, ...webhook }])
  server.answer(listDeliveries, { data: [delivery], items: 1 })
  return renderPage('/account/webhooks/4', { roleId: roles.admin })
}

describe('the page of webhooks', () => {
  it('says what a webhook is for where there are none', async () => {
    server.answer(listWebhooks, [])
    await openAll()
    await says('No webhooks yet')
  })
  it('offers to load again where the list did not come', async () => {
    server.fail(listWebhooks, 'forbidden')
    await openAll()
    await theOne('button', 'Try again')
  })
  it('asks nothing of the server for somebody who may not manage webhooks', async () => {
    await openAll(roles.manager)
    await until(() => text().includes('Webhooks'))
    expect(all('button', 'Create webhook')).toEqual([])
    expect(server.calls(listWebhooks)).toEqual([])
  })
  it('a webhook is created with the events that were chosen, and its secret is shown once', async () => {
    server.answer(listWebhooks, [])
    server.answer(createWebhook, { secret: 'whsec_once', webhook: erp })
    await openAll()
    await press('button', 'Create webhook')
    const dialog = await theOne('dialog', 'Create webhook')
    await type('URL', 'https://erp.example.com/motto', dialog)
    await press('checkbox', 'All events', dialog)
    await press('checkbox', 'All events', dialog)
    await press('checkbox', 'order.received', dialog)
    server.answer(listWebhooks, [erp])
    await press('button', 'Create webhook', dialog)
    await says('whsec_once')
    expect(server.calls(createWebhook).map(({ body }) => body)).toEqual([
      { url: 'https://erp.example.com/motto', description: '', types: ['order.received'] },
    ])
    await press('button', 'I’ve saved this secret')
    await until(() => !text().includes('whsec_once'))
    await theOne('link', 'https://erp.example.com/motto')
  })
  it('what is missing is said at its field, and nothing is sent', async () => {
    server.answer(listWebhooks, [])
    await openAll()
    await press('button', 'Create webhook')
    const dialog = await theOne('dialog', 'Create webhook')
    await press('button', 'Create webhook', dialog)
    await says('Enter the address of your program.', dialog)
    await says('Choose at least one event.', dialog)
    await type('URL', 'https://erp.example.com', dialog)
    await press('button', 'Create webhook', dialog)
    const allEvents = await theOne('checkbox', 'All events', dialog)
    await until(() => document.activeElement === allEvents)
    expect(server.calls(createWebhook)).toEqual([])
  })
  it('a refused address is shown at its field, and what was typed stays', async () => {
    server.answer(listWebhooks, [])
    server.fail(createWebhook, 'invalid_input', {
      message: 'Use an https address.',
      fields: { url: 'Use an https address.' },
    })
    await openAll()
    await press('button', 'Create webhook')
    const dialog = await theOne('dialog', 'Create webhook')
    await type('URL', 'http://erp.example.com', dialog)
    await press('checkbox', 'All events', dialog)
    await press('button', 'Create webhook', dialog)
    await says('Use an https address.', dialog)
    const url = (await theOne('field', 'URL', dialog)) as HTMLInputElement
    expect(url.value).toBe('http://erp.example.com')
    // In a low window, the field lies far above the button that was pressed.
    await until(() => document.activeElement === url)
  })
})

describe('the page of one webhook', () => {
  it('a test event shows what the receiver answered', async () => {
    server.answer(testWebhook, { ok: false, status: 500, answer: 'out of disk', tookMs: 12 })
    await openOne()
    await press('button', 'Send test event')
    const dialog = await theOne('dialog', 'Test event')
    await says('Not delivered. The receiver answered 500 in 12 ms.', dialog)
    await says('out of disk', dialog)
  })
  it('a delivery shows what was sent and answered, and is sent again', async () => {
    server.answer(replayDelivery, ok)
    await openOne()
    await press('button', 'Details of order.received 9')
    const dialog = await theOne('dialog', 'order.received')
    await says('500: out of disk', dialog)
    await says('"id": 41', dialog)
    await press('button', 'Send again', dialog)
    await until(() => server.calls(replayDelivery).length === 1)
    expect(server.calls(replayDelivery).map(({ params }) => params)).toEqual([{ id: 4, deliveryId: 9 }])
  })
  it('all failed events since a time are sent again', async () => {
    server.answer(replayFailed, { count: 1 })
    await openOne()
    await press('button', 'Send failed again')
    await press('button', 'Send again', await theOne('dialog', 'Send failed events again'))
    await until(() => server.calls(replayFailed).length === 1)
  })
  it('the log is filtered by state, in the address', async () => {
    await openOne()
    await theOne('button', 'Details of order.received 9')
    await choose('Status', 'Failed')
    await until(() =>
      server.calls(listDeliveries).some(({ query }) => (query as { state?: string }).state === 'failed'),
    )
  })
  it('a paused webhook says why, and is resumed', async () => {
    server.answer(updateWebhook, erp)
    await openOne({ state: 'paused', reason: 'failing' })
    await says('Every request failed for five days')
    await press('button', 'More actions')
    await press('item', 'Resume')
    await until(() => server.calls(updateWebhook).length === 1)
    expect(server.calls(updateWebhook).map(({ body }) => body)).toEqual([{ state: 'active' }])
  })
  it('the settings of a webhook are edited', async () => {
    server.answer(updateWebhook, erp)
    await openOne()
    await press('button', 'More actions')
    await press('item', 'Edit')
    const dialog = await theOne('dialog', 'Edit webhook')
    await press('checkbox', 'stock.changed', dialog)
    await press('button', 'Save', dialog)
    await until(() => server.calls(updateWebhook).length === 1)
    expect(server.calls(updateWebhook).map(({ body }) => body)).toEqual([
      { url: erp.url, description: 'ERP', types: ['stock.changed', 'order.received'] },
    ])
  })
  it('the secret of a webhook is replaced after a question, and shown once', async () => {
    server.answer(rotateWebhookSecret, { secret: 'whsec_new', webhook: erp })
    await openOne()
    await press('button', 'More actions')
    await press('item', 'Replace secret')
    await press('button', 'Replace secret', await theOne('dialog', 'Replace the secret?'))
    await says('whsec_new')
    await press('button', 'I’ve saved this secret')
    await until(() => !text().includes('whsec_new'))
  })
  it('a webhook is deleted after a question', async () => {
    server.answer(deleteWebhook, ok)
    await openOne()
    await press('button', 'More actions')
    await press('item', 'Delete')
    const dialog = await theOne('dialog', 'Delete this webhook?')
    server.answer(listWebhooks, [])
    await press('button', 'Delete webhook', dialog)
    await says('No webhooks yet')
  })
  it('a webhook that does not exist says so', async () => {
    server.answer(listWebhooks, [])
    await renderPage('/account/webhooks/4', { roleId: roles.admin })
    await says('Webhook not found')
  })
})

describe('the words of a webhook', () => {
  it('an active webhook whose last requests failed is failing', () => {
    expect(stateOf({ state: 'active', failingSince: '2026-11-20T10:00:00.000Z' }).label).toBe('Failing')
    expect(stateOf({ state: 'paused', failingSince: '2026-11-20T10:00:00.000Z' }).label).toBe('Paused')
  })
  it('an event that was tried and waits is retrying', () => {
    expect([0, 1].map((attempts) => deliveryState({ state: 'waiting', attempts }).label)).toEqual([
      'Queued',
      'Retrying',
    ])
  })
  it('a webhook that gets nothing says why', () => {
    expect(problemOf({ state: 'active', reason: '' })).toBe('')
    expect(problemOf({ state: 'ended', reason: 'gone' })).toContain('410')
    expect(problemOf({ state: 'paused', reason: 'person' })).toContain('paused')
  })
  it('an answer is its status and its text', () => {
    expect(answerOf({ status: 200, answer: '' })).toBe('200')
    expect(answerOf({ status: 500, answer: ' no ' })).toBe('500: no')
    expect(answerOf({ status: null, answer: 'The receiver took too long to answer.' })).toContain('too long')
  })
})
