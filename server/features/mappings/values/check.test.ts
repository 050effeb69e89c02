import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ValueMappingChange } from '#contract/mappings/values.ts'
import { checkValues } from './check.ts'

const mapping = (name: string, values: number): ValueMappingChange =>
  ({
    uuid: randomUUID(),
    name,
    mappings: [
      {
        uuid: randomUUID(),
        targetName: 'Color',
        values: [
          { uuid: randomUUID(), targetValue: 'Red', sourceValues: Array.from({ length: values }, (_, n) => `${n}`) },
        ],
      },
    ],
  }) as unknown as ValueMappingChange

describe('All value mappings of an organization together', () => {
  const known = Array.from({ length: 5 }, (_, n) => mapping(`Kept ${n}`, 19_000))

  it('may have 100,000 values, as they are read with each listing', () => {
    expect(() => checkValues([mapping('New', 5000)], known, known)).not.toThrow()
    expect(() => checkValues([mapping('New', 5001)], known, known)).toThrow(
      'Your value mappings would have 100,001 values together. You can keep up to 100,000. Delete values or mappings that you no longer need.',
    )
  })

  it('may become fewer where there are more already', () => {
    const before = [...known, mapping('Old', 19_000)]
    expect(() => checkValues([mapping('Old', 18_000)], known, before)).not.toThrow()
    expect(() => checkValues([mapping('Old', 19_001)], known, before)).toThrow('values together')
  })
})
