import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CheckResult } from '#contract/integrations/checks.ts'
import { checkIntegrationJob } from '#server/features/integrations/jobs.ts'
import { systemClock } from '#server/services.ts'
import { sandboxedApp } from '#server/testing/setup/sandboxed.ts'
import { type Shop, openShop } from '#server/testing/shop/shop.ts'
import { accountOf, accountsOf, chooseAccount } from './account.ts'
import { type Certified, certify, walkSimulator } from './certify.ts'
import { fixturesIn, readRecording, writeFixture, writeRecording } from './recording.ts'
import { isClean, reportLines, stepLine } from './report.ts'
import { compare } from '#channels/certify/compare.ts'

const on = sandboxedApp()
const folder = mkdtempSync(join(tmpdir(), 'motto-certify-'))
let shop: Shop
let outcome: Certified
const heard: CheckResult[] = []

beforeAll(async () => {
  shop = await openShop(on.app, on.sandbox, ['shopify'])
  const { services } = on.app
  // As Motto does when an account is connected: its settings begin with what the account offers.
  const integrationId = await shop.integrationId('shopify')
  await checkIntegrationJob(services, { organizationId: shop.ctx.organizationId, integrationId })
  const chosen = chooseAccount('shopify', await accountsOf(services, 'shopify'), String(integrationId))
  outcome = await certify({
    id: 'shopify',
    account: await accountOf(services, 'shopify', chosen),
    whole: true,
    now: systemClock.now,
    report: async (result) => void heard.push(result),
  })
}, 120_000)

describe('npm run certify', { timeout: 60_000 }, () => {
  it('takes the account that Motto connected through every step and finds it as its simulator', () => {
    expect(
      outcome.results.flatMap(({ step, state, detail }) => (state === 'failed' ? [{ step, detail }] : [])),
    ).toEqual([])
    expect(outcome.differences).toEqual([])
    expect(outcome.deviations ?? []).toEqual([])
    expect(isClean(outcome)).toBe(true)
    expect(heard.filter(({ state }) => state !== 'running')).toEqual(outcome.results)
  })

  it('prints each step, and each difference with its step, call and both values', () => {
    const difference = {
      step: 'read',
      call: 'GraphQL Levels',
      at: 'answer.data',
      account: '"a"',
      simulator: '"b"',
    } as const
    const lines = reportLines({ ...outcome, differences: [difference], deviations: undefined }).join('\n')
    expect(lines).toContain('compared with the simulator: 1 difference.')
    expect(lines).toContain('Read it back · GraphQL Levels · answer.data\n    account: "a"\n    simulator: "b"')
    expect(lines).toContain('isn’t on this machine')
    expect(stepLine({ step: 'create', state: 'passed', detail: 'Done.' })).toMatch(
      /^passed +Create a test product: Done\.$/,
    )
  })

  it('records nothing of the account, and makes a fixture of it that its simulator answers', async () => {
    const file = writeRecording(folder, 'shopify', outcome, new Date('2026-11-29T01:02:03Z'))
    expect(file).toBe(join(folder, 'certify', 'shopify-2026-11-29T01-02-03-000Z.json'))
    const text = readFileSync(file, 'utf8')
    expect(text).not.toMatch(/motto-dev|Motto Dev|Bearer|shpat_|@|access_token|authorization/)
    const fixture = readRecording(writeFixture(file, join(folder, 'fixtures')))
    expect(fixture.exchanges).toEqual(readRecording(file).exchanges)
    expect(compare(fixture.exchanges, await walkSimulator('shopify', true))).toEqual([])
  })

  it('refuses a file that is no recording', () => {
    expect(() => writeFixture('package.json', folder)).toThrow('isn’t a recording')
  })
})

describe('an account to certify', () => {
  const account = (integrationId: number) => ({ organizationId: 1, integrationId, name: `Shop ${integrationId}` })

  it('is the only one that is connected, or the one that is named', () => {
    expect(chooseAccount('ebay', [account(1)], undefined)).toEqual(account(1))
    expect(chooseAccount('ebay', [account(1), account(2)], '2')).toEqual(account(2))
  })

  it.each([
    ['none is connected', [], undefined, 'No eBay account is connected.'],
    ['several are connected', [account(1), account(2)], undefined, '--account 2   Shop 2'],
    ['there is no such number', [account(1)], '7', 'No connected eBay account has the number 7.'],
  ])('is asked for when %s', (_, all, number, sentence) => {
    expect(() => chooseAccount('ebay', all, number)).toThrow(sentence)
  })
})

it('every recording of a live account is answered alike by its simulator', { timeout: 120_000 }, async () => {
  for (const { channel, exchanges } of fixturesIn())
    expect(compare(exchanges, await walkSimulator(channel, true)), channel).toEqual([])
})
