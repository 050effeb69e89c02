import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { movableClock, safetyDay, safetyStage, type SafetyStage } from '../../testing/safety/day.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { startBackground } from '../background.ts'

const EACH = 10
const EXEMPT = 4
const SAMPLE = 2

const { now, arrive } = movableClock()
let app: TestApp
let sandbox: Sandbox
let background: Awaited<ReturnType<typeof startBackground>>
let stage: SafetyStage

beforeAll(async () => {
  sandbox = await openSandbox({ now })
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
  app.services.clock = { ...app.services.clock, now }
  background = await startBackground(app.services)
  stage = await safetyStage({ app, sandbox, arrive }, { each: EACH, exempt: EXEMPT, sample: SAMPLE })
}, 60_000)
afterAll(async () => {
  await background?.stop()
  await app?.stop()
  await sandbox?.stop()
})

it('operators and warnings come by a template default, a file and a bulk edit, are undone, and the check predicts what Etsy rejects', async () => {
  expect(await safetyDay(stage)).toEqual({
    products: 2 * EACH,
    predicted: 5 * 2 * EACH,
    wrong: [],
    falseAlarms: 0,
    foretold: 3 * SAMPLE,
    surprises: [],
    changed: { file: EACH, edit: EACH },
    undone: { file: EACH, edit: EACH },
  })
}, 120_000)

it('nothing is missed of an account that sells privately or not to the EU', async () => {
  for (const euSales of ['private', 'none', '']) {
    await stage.sellToEu(euSales)
    expect(await stage.missing(stage.ids)).toEqual(stage.ids.map(() => ({ errors: [], warnings: [] })))
  }
})
