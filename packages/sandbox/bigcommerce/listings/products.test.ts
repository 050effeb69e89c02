import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '../../main.ts'
import { install, mug } from '../../testing/bigcommerce-store.ts'
import { openSandbox } from '../../testing/open.ts'

let sandbox: Sandbox
beforeAll(async () => void (sandbox = await openSandbox()))
afterAll(() => sandbox.stop())

it('a change of a product without options sets its number, where it tells one', async () => {
  const { send } = await install(sandbox)
  const path = '/v3/catalog/products'
  const made = await send('POST', path, mug({ inventory_tracking: 'product', inventory_level: 5 }))
  const { id } = (made.body as { data: { id: number } }).data
  const level = async (change: object) => {
    await send('PUT', `${path}/${id}`, change)
    return ((await send('GET', `${path}/${id}`)).body as { data: { inventory_level: number } }).data.inventory_level
  }
  expect(await level({ price: 16.5 })).toBe(5)
  expect(await level({ inventory_level: 7 })).toBe(7)
})
