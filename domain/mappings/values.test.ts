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
