// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CheckResult, wholeCheck } from '#contract/integrations/checks.ts'
import {
  connectionCheckRecording,
  listConnectionChecks,
  startConnectionCheck,
} from '#contract/integrations/connection-checks.ts'
import { roles } from '#contract/permissions.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { anIntegration, answerIntegrations, neverChecked } from '#web/testing/integrations.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, text, theOne, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const passed: CheckResult[] = wholeCheck.map((step) => ({ step, state: 'passed', detail: `${step} works.` }))
const withStep = (...changed: CheckResult[]) =>
  passed.map((result) => changed.find(({ step }) => step === result.step) ?? result)
const aCheck = (over: Partial<ReturnType<typeof neverChecked>['checks'][number]> = {}) => ({
  id: 7,
  state: 'done' as const,
  startedAt: '2026-11-29T08:00:00.000Z',
  endedAt: '2026-11-29T08:01:00.000Z',
  results: passed,
  hasRecording: true,
  ...over,
})
const { createObjectURL, revokeObjectURL } = URL
afterEach(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }))
beforeEach(() => answerIntegrations(server, { shopify: { ...anIntegration('shopify'), others: [] } }))

it('a check says exactly what it makes on the shop, and makes nothing before the seller agrees', async () => {
  await renderPage('/integrations/shopify/health')
  await press('button', 'Check this connection')
  const dialog = await theOne('dialog', 'Create a test product on Shopify?')
  await says('“Motto connection test”, SKU MOTTO-CHECK-1, 1 unit, no image.', dialog)
  await says('A draft product on no sales channel. Only your staff see it.', dialog)
  await press('button', 'Cancel', dialog)
  expect(server.calls(startConnectionCheck)).toEqual([])

  server.answer(startConnectionCheck, () => {
    const queued = neverChecked({
      checks: [aCheck({ state: 'queued', results: [], endedAt: null, hasRecording: false })],
    })
    server.answer(listConnectionChecks, queued)
    return queued
  })
  await press('button', 'Check this connection')
  await press('button', 'Create test product')
  await says('The check starts in a moment.')
  expect(server.calls(startConnectionCheck).map(({ body }) => body)).toEqual([{ confirmed: true }])
  expect((await theOne('button', 'Checking…')).hasAttribute('disabled')).toBe(true)
})

it('its progress is shown step by step, and its end says that nothing was left behind', async () => {
  const results = [...passed.slice(0, 3), { step: 'permissions' as const, state: 'running' as const, detail: '' }]
  const running = aCheck({ state: 'running', results, endedAt: null, hasRecording: false })
  server.answer(listConnectionChecks, neverChecked({ checks: [running], mayRemain: true }))
  await renderPage('/integrations/shopify/health')
  await says('Step 4 of 16: Permissions')
  expect(text(await theOne('row', /Delete it/))).toContain('Not started')
  expect(text()).not.toContain('may still be on')

  server.answer(listConnectionChecks, neverChecked({ checks: [aCheck()] }))
  server.tell('jobs')
  await says('Everything that was checked works. Nothing was left behind on Shopify.')
})

it('a difference is told in plain words, with what to do', async () => {
  const detail = 'The price was sent as 23.45 and read as 99.99.'
  const results = withStep({ step: 'change', state: 'failed', detail })
  server.answer(listConnectionChecks, neverChecked({ checks: [aCheck({ results })] }))
  await renderPage('/integrations/shopify/health')
  await says('1 step failed. Nothing was left behind on Shopify.')
  const row = await theOne('row', /Change title and price/)
  await says(`${detail} Compare one of your live listings with Shopify.`, row)
})

it('what has to be removed by hand is named after a check that was interrupted', async () => {
  const interrupted = aCheck({ state: 'interrupted', results: passed.slice(0, 9), hasRecording: false })
  server.answer(listConnectionChecks, neverChecked({ checks: [interrupted], mayRemain: true }))
  await renderPage('/integrations/shopify/health')
  await says('Motto stopped in the middle of this check')
  await says('Or delete the SKU MOTTO-CHECK-1 on Shopify yourself.')
  expect(text()).not.toContain('Nothing was left behind')
  expect(all('button', 'Download recording')).toEqual([])
})

it('the recording is handed over as a file', async () => {
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined })
  const recording = { channel: 'shopify' as const, at: '2026-11-29', version: '2026-10', results: [], exchanges: [] }
  server.answer(listConnectionChecks, neverChecked({ checks: [aCheck()] }))
  server.answer(connectionCheckRecording, recording)
  await renderPage('/integrations/shopify/health')
  await press('button', 'Download recording')
  const [file] = await until(() => files[0] && files)
  expect(JSON.parse((await file?.text()) ?? '')).toEqual(recording)
})

it('a recording that can’t be had says why', async () => {
  server.answer(listConnectionChecks, neverChecked({ checks: [aCheck()] }))
  server.fail(connectionCheckRecording, 'not_found')
  await renderPage('/integrations/shopify/health')
  await press('button', 'Download recording')
  await says('The recording couldn’t be downloaded')
})

it('a guest sees the last check and starts none', async () => {
  server.answer(listConnectionChecks, neverChecked({ checks: [aCheck()] }))
  await renderPage('/integrations/shopify/health', { roleId: roles.guest })
  await says('Everything that was checked works.')
  expect(all('button', 'Check this connection')).toEqual([])
  expect(all('button', 'Download recording')).toEqual([])
})
