import { expect, it } from 'vitest'
import { compileValues } from '#domain/mappings/values.ts'
import { countsOf, differencesOf, unmappedOf } from './survey.ts'

const uuid = '00000000-0000-4000-8000-000000000001'
const count = (value: string, products: number) => ({ value, products, live: 1 })
const mount = {
  name: 'Mount',
  required: true,
  strict: true,
  options: ['Nikon F', 'Nikon Z', 'Sony E'],
  more: 0,
  values: [count('SONY E', 23), count('L Mount', 18), count('Z', 5), count('Nikon F', 4)],
}
const brand = {
  name: 'Brand',
  required: true,
  strict: false,
  options: ['Nikon', 'Sony'],
  more: 0,
  values: [count('NIKON', 9), count('Acme', 7), count('Nikkon', 6), count('Sony', 1)],
}
const map = (values: Record<string, string[]>) =>
  compileValues([
    {
      uuid,
      name: 'Words',
      index: 0,
      mappings: [
        {
          uuid,
          targetName: 'Mount',
          values: Object.entries(values).map(([targetValue, sourceValues]) => ({ uuid, targetValue, sourceValues })),
        },
      ],
    },
  ])

it('what a channel would refuse is listed with its proposal, and what its list spells otherwise', () => {
  const unmapped = unmappedOf([brand, mount], 'eBay', map({ 'Nikon Z': ['z'] }))
  expect(
    unmapped.map(({ value, products, judged, proposal }) => [value, products, judged?.state, proposal?.value]),
  ).toEqual([
    ['SONY E', 23, 'error', 'Sony E'],
    ['L Mount', 18, 'error', undefined],
    ['NIKON', 9, undefined, 'Nikon'],
  ])
})
it('a mapping to a value that is not allowed does not count', () =>
  expect(unmappedOf([mount], 'eBay', map({ Strange: ['z'] })).map(({ value }) => value)).toContain('Z'))
it('products are counted whatever the case of their value', () =>
  expect(countsOf({ ...mount, values: [count('Z', 2), count('z ', 3)] }).get('z')).toBe(5))
it('what would change is told, old and new', () =>
  expect(differencesOf([mount], map({}), map({ 'Nikon Z': ['Z'] }))).toEqual([
    { field: 'Mount', from: 'Z', to: 'Nikon Z', products: 5, live: 1 },
  ]))
