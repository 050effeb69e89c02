import { describe, expect, it } from 'vitest'
import { chooseTests, kindOf } from './choose-tests.ts'
import { distancesFrom, readersOf, runtimeImports } from './affected.ts'
import { declaredInputs } from './test-inputs.ts'
import { isTest, readTree } from './sources.ts'
import { root } from './run-tool.ts'

const tree = (files: Record<string, string>) => new Map(Object.entries(files))
const choose = (
  changed: string[],
  sources: Map<string, string>,
  o: { times?: Record<string, number>; budgetMs?: number } = {},
) => {
  const { run, skipped, unread } = chooseTests({
    changed,
    sources,
    times: new Map(Object.entries(o.times ?? {})),
    budgetMs: o.budgetMs ?? 120_000,
  })
  return { run: run.map(({ file }) => file), skipped: skipped.map(({ file }) => file), unread }
}

const shop = tree({
  'domain/stock/level.ts': "import { sum } from '../numbers/sum.ts'",
  'domain/stock/level.test.ts': "import { level } from './level.ts'",
  'domain/numbers/sum.ts': '',
  'domain/numbers/sum.test.ts': "import { sum } from './sum.ts'",
  'domain/orders/refund.test.ts': "import type { Level } from '../stock/level.ts'",
  'server/features/stock/service.ts': "import { level } from '#domain/stock/level.ts'",
  'server/features/stock/service.test.ts': "import { service } from './service.ts'",
  'server/features/mount.ts': [
    "import { a } from './stock/service.ts'",
    "import { b } from './b.ts'",
    "import { c } from './c.ts'",
    "import { d } from './d.ts'",
  ].join('\n'),
  'server/features/views/views.test.ts': "import { mount } from '../mount.ts'",
  'house.test.ts': '',
  'docs.test.ts': '',
})

describe('the distance from a change', () => {
  const distances = distancesFrom(['domain/stock/level.ts'], runtimeImports(shop))

  it('a file that imports the change is one step away', () => {
    expect(distances.get('domain/stock/level.test.ts')).toBe(1)
    expect(distances.get('server/features/stock/service.test.ts')).toBe(2)
  })

  it('what is reached through a file with many imports is farther away', () => {
    expect(distances.get('server/features/views/views.test.ts')).toBe(1 + 3 + 1)
  })

  it('an import of a type alone, and what the change itself imports, are not reached', () => {
    expect(distances.has('domain/orders/refund.test.ts')).toBe(false)
    expect(distances.has('domain/numbers/sum.test.ts')).toBe(false)
  })

  it('a circle of imports ends', () => {
    const circle = tree({ 'domain/a.ts': "import './b.ts'", 'domain/b.ts': "import './a.ts'" })
    expect([...distancesFrom(['domain/a.ts'], runtimeImports(circle)).keys()]).toEqual(['domain/a.ts', 'domain/b.ts'])
  })
})

describe('the choice of tests', () => {
  it('takes the tests that reach the change, the closest first, and the rules of the house', () => {
    expect(choose(['domain/stock/level.ts'], shop).run).toEqual([
      'domain/stock/level.test.ts',
      'house.test.ts',
      'docs.test.ts',
      'server/features/stock/service.test.ts',
      'server/features/views/views.test.ts',
    ])
  })

  it('takes a test that was changed itself, although it takes longer than there is time', () => {
    const file = 'domain/stock/level.test.ts'
    const { run, skipped } = choose([file], shop, { budgetMs: 1000, times: { [file]: 60_000 } })
    expect(run).toEqual([file])
    expect(skipped).toEqual(['house.test.ts', 'docs.test.ts'])
  })

  it('leaves out the farthest where the time is used up, and names them', () => {
    const { run, skipped } = choose(['domain/stock/level.ts'], shop, {
      budgetMs: 14_000,
      times: { 'server/features/stock/service.test.ts': 4000, 'server/features/views/views.test.ts': 9000 },
    })
    expect(run).toContain('server/features/stock/service.test.ts')
    expect(skipped).toEqual(['server/features/views/views.test.ts'])
  })

  it('a migration concerns all server tests', () => {
    expect(choose(['server/db/functions/stock.sql'], shop).run).toEqual([
      'server/features/stock/service.test.ts',
      'server/features/views/views.test.ts',
    ])
  })

  it('the lockfile concerns every test but the journeys', () => {
    const sources = new Map([...shop, ['e2e/orders.spec.ts', '']])
    expect(choose(['package-lock.json'], sources).run.toSorted()).toEqual([...shop.keys()].filter(isTest).toSorted())
  })

  it('a page of the docs concerns the test of the docs', () => {
    expect(choose(['docs/tour.md'], shop).run).toEqual(['docs.test.ts'])
  })

  it('a file of data concerns the tests of what names it', () => {
    const sources = tree({
      'domain/rates.ts': "import rates from './rates.json' with { type: 'json' }",
      'domain/rates.test.ts': "import { rates } from './rates.ts'",
      'server/kept.test.ts': "readdirSync('kept-0086/')",
    })
    expect(choose(['domain/rates.json'], sources).run).toEqual(['domain/rates.test.ts'])
    expect(choose(['server/kept-0086/orders.gz'], sources).run).toEqual(['server/kept.test.ts'])
    expect(choose(['domain/other.json'], sources)).toEqual({ run: [], skipped: [], unread: ['domain/other.json'] })
    expect(readersOf('domain/rates.json', sources)).toEqual(['domain/rates.ts'])
    expect(readersOf('bin/run', tree({ 'a.ts': 'run()', 'b.ts': "spawn('bin/run')" }))).toEqual(['b.ts'])
  })

  it('a removed file concerns the tests that still import it', () => {
    const sources = tree({ 'domain/a.test.ts': "import { a } from './a.ts'" })
    expect(choose(['domain/a.ts'], sources).run).toEqual(['domain/a.test.ts'])
  })

  it('a journey runs when it was changed itself, or what it imports', () => {
    const sources = new Map([
      ...shop,
      ['e2e/orders.spec.ts', "import './support/shop.ts'\nimport '#domain/stock/level.ts'"],
      ['e2e/support/shop.ts', ''],
    ])
    expect(choose(['domain/stock/level.ts'], sources).run).not.toContain('e2e/orders.spec.ts')
    expect(choose(['e2e/support/shop.ts'], sources).run).toContain('e2e/orders.spec.ts')
  })

  it.each([
    ['e2e/orders.spec.ts', 'journey'],
    ['web/shell/shell.test.tsx', 'screen'],
    ['web/search.test.ts', 'unit'],
    ['server/app.test.ts', 'server'],
    ['packages/sandbox/ebay/orders.test.ts', 'unit'],
  ])('%s is a test of the kind %s', (file, kind) => expect(kindOf(file)).toBe(kind))
})

describe('what is declared', () => {
  const tests = [...readTree(root).keys()].filter(isTest)

  it('every declared input names tests that exist', () => {
    expect(declaredInputs.filter((input) => !tests.some((file) => input.tests.test(file)))).toEqual([])
  })
})
