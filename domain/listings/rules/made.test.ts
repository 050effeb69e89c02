import { describe, expect, it } from 'vitest'
import type { Action, RuleSet } from '#contract/mappings/mappings.ts'
import { compile } from '../../mappings/dynamic.ts'
import { madeBy } from './made.ts'
import { ruleDifference } from './difference.ts'

const product = {
  title: 'Mug {{Color}}',
  description: '<p>Fine</p>',
  sku: 'M-1',
  condition: 'New',
  vendor: 'Fern',
  location: '',
  warehouse: '',
  bin: '',
  attributes: [
    { name: 'Color', value: 'Red' },
    { name: 'Size', value: 'L', overrideDynamicMapping: true },
  ],
}
const set = (name: string, ...actions: [target: string, action: Action['action'], value: string][]): RuleSet => ({
  uuid: name,
  name,
  applyTo: 'title',
  ownerType: 'Template',
  index: name.charCodeAt(0),
  active: true,
  enabled: true,
  rules: [
    {
      uuid: name,
      conditionSets: [],
      actions: actions.map(([target, action, value]) => ({ uuid: value, target, action, value, input: '' })),
    },
  ],
})

describe('what rules make of a product', () => {
  it('MAP-005 MAP-099 is told once for each text and attribute, from what it was to what it is, with each rule in order', () => {
    const { changed } = madeBy(
      product,
      compile([set('a', ['', 'append', 'new'], ['{{Color}}', 'set value', 'Blue']), set('b', ['', 'append', 'now'])]),
    )
    expect(changed).toEqual([
      {
        target: 'Title',
        isText: true,
        before: 'Mug Red',
        after: 'Mug Blue new now',
        by: [
          { mapping: { uuid: 'a', name: 'a' }, rule: 1, because: 'it has no conditions' },
          { mapping: { uuid: 'b', name: 'b' }, rule: 1, because: 'it has no conditions' },
        ],
      },
      {
        target: 'Color',
        isText: false,
        before: 'Red',
        after: 'Blue',
        by: [{ mapping: { uuid: 'a', name: 'a' }, rule: 1, because: 'it has no conditions' }],
      },
    ])
  })
  it('MAP-100 leaves alone what overrides it, and says what it would have changed', () => {
    const { changed, overridden } = madeBy(product, compile([set('a', ['{{Size}},{{Color}}', 'set value', 'X'])]))
    expect([changed.map(({ target }) => target), overridden]).toEqual([['Color'], [{ target: 'Size', before: 'L' }]])
  })
  it('is nothing where later rules put back what earlier ones changed', () => {
    const rules = [set('a', ['{{Color}}', 'set value', 'Blue']), set('b', ['{{Color}}', 'set value', 'Red'])]
    expect(madeBy(product, compile(rules)).changed).toEqual([])
  })
})

describe('what reads differently by other rules', () => {
  const by = (...sets: RuleSet[]) => compile(sets)
  it('is named as a table names it, with references replaced', () => {
    expect(
      ruleDifference(
        product,
        undefined,
        by(set('a', ['{{Color}}', 'set value', 'Blue'], ['{{Kind}}', 'set value', 'x'])),
      ).changed,
    ).toEqual({
      before: {
        title: 'Mug Red',
        'attr.Color': { name: 'Color', value: 'Red' },
        'attr.Kind': { name: 'Kind', value: '' },
      },
      after: {
        title: 'Mug Blue',
        'attr.Color': { name: 'Color', value: 'Blue' },
        'attr.Kind': { name: 'Kind', value: 'x' },
      },
    })
    expect(ruleDifference(product, undefined, by(set('a', ['{{Vendor}}', 'set value', 'Oak']))).changed).toEqual({
      before: { vendor: 'Fern' },
      after: { vendor: 'Oak' },
    })
  })
  it('is nothing where two rules come to the same', () =>
    expect(
      ruleDifference(
        product,
        by(set('a', ['', 'append', 'x y'])),
        by(set('a', ['', 'append', 'x'], ['', 'append', 'y'])),
      ).changed,
    ).toBeUndefined())
  it('is told around the first difference where it is long', () => {
    const long = { ...product, description: 'a'.repeat(500) }
    const rule = { ...set('a', ['', 'append', 'end']), applyTo: 'description' as const }
    expect(ruleDifference(long, undefined, by(rule)).changed).toEqual({
      before: { description: `…${'a'.repeat(40)}` },
      after: { description: `…${'a'.repeat(40)} end` },
    })
  })
})
