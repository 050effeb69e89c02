import { describe, expect, it } from 'vitest'
import type { Action, Rule, RuleSet } from '#contract/mappings/mappings.ts'
import { compile } from '../../mappings/dynamic.ts'
import { MOST_METERED, Meter, searchCost } from './meter.ts'
import { resolve } from './references.ts'

const uuid = '00000000-0000-4000-8000-000000000001'
const ruleSet = (rules: Rule[]): RuleSet => ({
  uuid,
  name: 'Words',
  applyTo: 'title',
  ownerType: 'Template',
  index: 0,
  active: true,
  enabled: true,
  rules,
})
const append: Action = { uuid, target: '', action: 'append', value: 'x', input: '' }
const product = (log: string, meter: Meter) => ({
  title: 'Lens',
  description: '',
  values: new Map([['log', log]]),
  overridden: new Set<string>(),
  meter,
})

describe('The meter', () => {
  /** At each place of the attribute, the first half of this fits. */
  const nearly = `${'a'.repeat(5000)}b${'a'.repeat(4900)}`
  const log = 'a'.repeat(100_000)

  it('counts a long text that is looked for in another by both of their lengths', () => {
    expect(searchCost('Nikon', 100_000)).toBe(100_000)
    expect(searchCost('a'.repeat(1000), 100_000)).toBe(1_700_000)
    expect(searchCost('a'.repeat(1000), 10)).toBe(10)
  })

  it('stops a rule whose condition looks for a long text in a long attribute', () => {
    const looks: Rule = {
      uuid,
      conditionSets: [
        { uuid, conditions: [{ uuid, input: '{{Log}}', operator: 'contains', qualifier: 'all', value: nearly }] },
      ],
      actions: [append],
    }
    const meter = new Meter()
    const { stopped } = compile([ruleSet([looks, looks])])(product(log, meter))
    expect(stopped).toEqual({ mapping: { uuid, name: 'Words' }, rule: 1 })
    expect(meter.spent).toBeGreaterThan(MOST_METERED)
  })

  it('stops a rule that splits a long attribute by a long text', () => {
    const splits: Rule = {
      uuid,
      conditionSets: [],
      actions: [{ ...append, action: 'split by', value: nearly, input: '{{Log}}' }],
    }
    expect(compile([ruleSet([splits])])(product(log, new Meter())).stopped?.rule).toBe(1)
  })

  it('counts the blanks of an attribute that holds nothing else, each time that a text refers to it', () => {
    const meter = new Meter()
    const { isTooLong } = resolve('{{Log}}'.repeat(1000), new Map([['log', ' '.repeat(100_000)]]), 'plain', meter)
    expect(isTooLong).toBe(true)
    expect(meter.spent).toBeLessThan(MOST_METERED + 101_000)
  })
})
