import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../testing/setup/database.ts'
import { mustBeBound } from './bound.ts'
import { type Database, openPools } from './pools.ts'

let database: Database
beforeAll(async () => {
  database = openPools(await testDatabase(), 2)
})
afterAll(() => database.close())

it('a start is refused where row-level security would not bind', async () => {
  await expect(mustBeBound(database.forOrganization(1))).resolves.toBeUndefined()
  await expect(mustBeBound(database.system)).rejects.toThrow(/organizations would not be kept apart/)
})
