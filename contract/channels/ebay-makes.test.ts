import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.restoreAllMocks())

it('countries are named when they are asked for, not when the script is read that has them', async () => {
  const naming = vi.spyOn(Intl, 'DisplayNames')
  const { ebayMakes } = await import('./ebay-makes.ts')
  expect(naming).not.toHaveBeenCalled()
  const country = () => ebayMakes.locationId?.asks.find(({ name }) => name === 'country')?.options
  expect(country()).toHaveLength(249)
  expect(country()).toContainEqual({ value: 'PT', label: 'Portugal' })
  expect(naming).toHaveBeenCalledOnce()
})
