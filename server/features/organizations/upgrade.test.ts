import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { migrate } from '../../db/schema/migrate.ts'
import { migrations } from '../../db/schema/migrations.ts'
import type { Step } from '../../db/schema/steps/steps.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { fillJob, readUpgrade } from './upgrade.ts'

const fill: Step = {
  name: '9001-fill-names',
  kind: 'backfill',
  texts: () => [
    `-- table: product_templates
    update product_templates set name = name || '!' where organization_id = $1 and id > $2 and id <= $3`,
  ],
}
const steps = [...migrations, fill]

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

it('a backfill that is handed back when Motto stops goes on where it was, and changes each row once', async () => {
  const { services } = app
  for (let n = 0; n < 2; n += 1) {
    const { ctx } = await makeSeller(services)
    for (let i = 0; i < 3; i += 1) await makeTemplate(ctx)
  }
  const { system, connection } = services.database
  await migrate(connection, { steps })
  const marks = async () =>
    (await system.selectFrom('productTemplates').select('name').orderBy('id').execute()).map(
      ({ name }) => name.split('!').length - 1,
    )
  expect(await marks()).toEqual([0, 0, 0, 0, 0, 0])

  // It looks whether to stop before each batch: the first two come to an organization and change its rows.
  const { signal } = new AbortController()
  const looks = [false, false, true]
  signal.throwIfAborted = () => {
    if (looks.shift()) throw new Error('Motto is stopping')
  }
  await expect(fillJob({ ...services, stopping: signal }, steps)).rejects.toThrow('Motto is stopping')
  expect(await marks()).toEqual([1, 1, 1, 0, 0, 0])
  const shown = async () => (await readUpgrade(services)).steps[0]
  expect(await shown()).toMatchObject({
    name: fill.name,
    kind: 'backfill',
    state: 'running',
    rows: 3,
    finishedAt: null,
  })
  await fillJob(services, steps)
  expect(await shown()).toMatchObject({ state: 'done', rows: 6, rowsExpected: 6, finishedAt: expect.any(Date) })
  await fillJob(services, steps)
  expect(await marks()).toEqual([1, 1, 1, 1, 1, 1])
})
