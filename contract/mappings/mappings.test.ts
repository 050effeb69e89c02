import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DynamicMappingChange, saveDynamicMappings } from './mappings.ts'
import { ValueMappingChange, saveValueMappings } from './values.ts'

const uuid = () => randomUUID()
const condition = { uuid: uuid(), input: '{{Color}}', operator: 'equals', qualifier: 'any', value: 'red' } as const
const dynamic = {
  uuid: uuid(),
  name: 'Reds',
  rules: [
    {
      uuid: uuid(),
      conditionSets: [{ uuid: uuid(), conditions: [condition] }],
      actions: [{ uuid: uuid(), target: '{{Shade}}', action: 'set value', input: '', value: 'Crimson' }],
    },
  ],
}
const values = {
  uuid: uuid(),
  name: 'Words',
  mappings: [
    { uuid: uuid(), targetName: 'Color', values: [{ uuid: uuid(), sourceValues: ['rd', 'RED'], targetValue: 'Red' }] },
  ],
}

describe('the two kinds of mapping', () => {
  it('MAP-001 are by rules, saved by template and text, and of values, saved by channel', () => {
    expect(saveDynamicMappings.query.safeParse({ parentId: 1, applyTo: 'title' }).success).toBe(true)
    expect(saveDynamicMappings.body.safeParse({ dynamicMappings: [dynamic] }).success).toBe(true)
    expect(saveDynamicMappings.body.safeParse({ dynamicMappings: [values] }).success).toBe(false)
    expect(saveValueMappings.body.safeParse({ valueMappings: [{ ...values, channel: 'etsy' }] }).success).toBe(true)
    expect(saveValueMappings.body.safeParse({ valueMappings: [dynamic] }).success).toBe(false)
  })
  it('MAP-004 hold conditions in sets and actions with a target, or by channel what becomes which value', () => {
    expect(DynamicMappingChange.parse(dynamic).rules).toEqual(dynamic.rules)
    const saved = ValueMappingChange.parse({ ...values, channel: 'etsy', active: false })
    expect(saved).toMatchObject({ channel: 'etsy', active: false, mappings: values.mappings })
  })
  it('MAP-125 that name no channel are of eBay', () => expect(ValueMappingChange.parse(values).channel).toBe('ebay'))
})
