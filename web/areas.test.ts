import { expect, it } from 'vitest'
import { areaNames } from '#contract/endpoint.ts'
import { areasOf } from './areas.ts'

it('takes the longest beginning of the path', () => {
  expect(areasOf('/users/user')).toEqual(['account'])
  expect(areasOf('/users/getUserClients')).toEqual(['account', 'organization'])
  expect(areasOf('/products/{id}')).toEqual(['products'])
})
it('does not take half a word for a path', () => {
  expect(areasOf('/productsish')).toContain('orders')
})
it('gives a path that nobody named to every area', () => {
  expect(areasOf('/somewhere')).toEqual(expect.arrayContaining([...areaNames]))
})
