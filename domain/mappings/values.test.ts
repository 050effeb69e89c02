import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileValues } from './values.ts'

const uuid = '00000000-0000-4000-8000-000000000001'
const field = (targetName: string, values: Record<string, string[]>) => ({
  uuid,
  targetName,
  values: Object.entries(values).map(([targetValue, sourceValues]) => ({ uuid, targetValue, sourceValues })),
})
const mapping = (name: string, index: number, ...mappings: ReturnType<typeof field>[]) => ({
  uuid,
  name,
  index,
  mappings,
})

const map = compileValues([
  mapping('Second', 1, field('Mount', { 'Other F': ['F-mount'], 'Sony E': ['sony'] })),
  mapping('First', 0, field('mount', { 'Nikon F': ['F-mount', ' AI-S '], 'Nikon Z': ['z', 'Nikon F'] })),
])

describe('value mapping', () => {
  it.each([
    ['MAP-002 replaces a source value', 'Mount', 'F-mount', 'Nikon F'],
    ['MAP-168 whatever its case and spaces', 'MOUNT', ' ai-s', 'Nikon F'],
    ['MAP-168 by the first mapping in the order of their index', 'Mount', 'f-MOUNT', 'Nikon F'],
    ['MAP-168 by a later one where the first says nothing', 'Mount', 'Sony', 'Sony E'],
    ['leaves what it does not know', 'Mount', 'Leica M', undefined],
    ['leaves other fields', 'Brand', 'z', undefined],
    ['leaves what it makes itself', 'Mount', 'Nikon F', undefined],
  ])('%s', (_title, name, value, expected) => expect(map(name, value)?.value).toBe(expected))
  it('mapping twice is mapping once', () => {
    for (const value of ['F-mount', 'AI-S', 'z', 'Nikon F', 'nikon z', 'sony', 'Leica']) {
      const once = map('Mount', value)?.value ?? value
      expect(map('Mount', once)?.value ?? once).toBe(once)
    }
  })
})

describe('value mapping, against a plain model', () => {
  const words = ['a', 'A', ' b', 'B ', 'c', 'd', '', 'é']
  const choice = fc.constantFrom(...words)
  const fields = fc.array(fc.record({ target: choice, sources: fc.array(choice, { maxLength: 4 }) }), { maxLength: 5 })
  const many = fc.array(fc.record({ index: fc.nat(3), fields }), { maxLength: 4 })
  const built = (specs: { index: number; fields: { target: string; sources: string[] }[] }[]) =>
    specs.map(({ index, fields }, at) => ({
      uuid,
      name: String(at),
      index,
      mappings: [
        {
          uuid,
          targetName: 'F',
          values: fields.map(({ target, sources }) => ({ uuid, targetValue: target, sourceValues: sources })),
        },
      ],
    }))
  /** Walks over everything for each value, as a person would. */
  const plainly = (maps: ReturnType<typeof built>, value: string) => {
    const entries = maps
      .toSorted((a, b) => a.index - b.index)
      .flatMap(({ mappings }) => mappings.flatMap(({ values }) => values))
      .filter(({ targetValue }) => targetValue.trim() !== '')
    if (entries.some(({ targetValue }) => targetValue === value)) return value
    const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
    const entry = entries.find(({ sourceValues }) =>
      sourceValues.some((source) => source.trim() !== '' && same(source, value)),
    )
    return entry?.targetValue ?? value
  }
  it('MAP-002 MAP-168 says the same', () => {
    fc.assert(
      fc.property(many, choice, (specs, value) => {
        const maps = built(specs)
        expect(compileValues(maps)('f', value)?.value ?? value).toBe(plainly(maps, value))
      }),
    )
  })
  it('mapping twice is mapping once, whatever the mappings', () => {
    fc.assert(
      fc.property(many, choice, (specs, value) => {
        const run = compileValues(built(specs))
        const once = run('F', value)?.value ?? value
        expect(run('F', once)?.value ?? once).toBe(once)
      }),
    )
  })
  it('reads ten thousand values once and finds each', () => {
    const values = Array.from({ length: 10_000 }, (_, n) => ({
      uuid,
      targetValue: `to ${n}`,
      sourceValues: [`From ${n}`],
    }))
    const run = compileValues([{ uuid, name: 'Many', index: 0, mappings: [{ uuid, targetName: 'F', values }] }])
    expect(run('F', 'from 9999')?.value).toBe('to 9999')
  })
})
