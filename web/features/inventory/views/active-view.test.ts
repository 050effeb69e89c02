import { describe, expect, it } from 'vitest'
import {
  type ActiveView,
  configOf,
  createProblem,
  isChanged,
  localView,
  readActive,
  storageKey,
} from './active-view.ts'

const owner = { clientId: 4, userId: 9 }
const config = configOf(
  { columns: ['sku', 'title'], widths: { title: 320 } },
  { minPrice: '12.5', search: ['red', 'shoe'] },
)
const active: ActiveView = { ...owner, id: 7, config, local: undefined }
const read = (change: object) => readActive(JSON.stringify({ ...active, ...change }), owner)

describe('the view that a browser remembers', () => {
  it('INV-185 is the one that was chosen, with its filters', () => {
    expect(storageKey).toBe('products:activeView')
    expect(readActive(JSON.stringify(active), owner)).toEqual(active)
  })
  it('INV-186 counts only when its configuration is of version 1', () => {
    for (const version of [2, 0, '1', undefined]) expect(read({ config: { ...config, version } })).toBeUndefined()
  })
  it("is not another person's, nor of another organization", () => {
    expect([read({ userId: 8 }), read({ clientId: 5 })]).toEqual([undefined, undefined])
  })
  it.each([
    null,
    '',
    '{',
    '[]',
    '7',
    '{"id":7}',
    JSON.stringify({ ...active, config: { version: 1, columns: 'sku' } }),
  ])('is none where %s was kept', (text) => expect(readActive(text, owner)).toBeUndefined())
  it('INV-163 is beside them the local one, number 0', () => expect(localView).toEqual({ id: 0, name: 'All products' }))
})

describe('a saved view', () => {
  const now = (change: Partial<typeof config>) => isChanged(config, { ...config, ...change })
  it('INV-199..INV-204 keeps version, page, type, columns, widths and filters', () =>
    expect(config).toEqual({
      version: 1,
      page: 'products',
      type: 'table',
      columns: ['sku', 'title'],
      widths: { title: 320 },
      filters: { minPrice: '12.5', search: ['red', 'shoe'] },
    }))
  it('is changed when a column, a width or a filter is', () => {
    expect([
      now({ columns: ['title', 'sku'] }),
      now({ widths: { title: 100 } }),
      now({ filters: { minPrice: '12.5' } }),
      now({ filters: { ...config.filters, sortBy: 'Price' } }),
    ]).toEqual([true, true, true, true])
  })
  it('is not changed by another spelling of the same filters', () => {
    expect(now({ filters: { search: ['red', 'shoe'], minPrice: '12.50', sortBy: 'updatedAt', maxPrice: '' } })).toBe(
      false,
    )
  })
})

describe('a view that cannot be created', () => {
  it.each([
    [
      'INV-187',
      409,
      'A view with this name already exists for this page.',
      'A view with this name already exists for this page.',
    ],
    ['INV-188', 403, 'Guests can’t share views.', 'Guests can’t share views.'],
    ['INV-189 INV-205', 500, 'Error', 'Error creating view.'],
    ['INV-189 INV-205', 502, 'Request failed.', 'Error creating view.'],
    ['INV-189 INV-205', 0, 'No response.', 'Failed to create view.'],
  ])('%s is told: status %i, %s', (_id, status, message, expected) =>
    expect(createProblem({ status, message })).toBe(expected),
  )
})
