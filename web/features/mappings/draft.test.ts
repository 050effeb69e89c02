import { describe, expect, it } from 'vitest'
import { actionNames } from '#contract/mappings/mappings.ts'
import { compile } from '#domain/mappings/dynamic.ts'
import {
  actionsFor,
  bodyOf,
  changedLists,
  changedMappings,
  copyOf,
  dropCondition,
  type Kept,
  listsOf,
  move,
  newAction,
  newCondition,
  newMapping,
  newRule,
  placeOf,
  problemsIn,
  put,
  retargeted,
  ruleSetsOf,
  valueLabelOf,
} from './draft.ts'

const mapping = (uuid: string, more: Partial<Kept> = {}): Kept => ({
  uuid,
  clientId: 1,
  applyTo: 'title',
  parentId: 2,
  parentType: 'Template',
  ownerId: 2,
  ownerType: 'Template',
  name: uuid,
  description: '',
  index: 0,
  active: true,
  enabled: true,
  rules: [],
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...more,
})

describe('what is new', () => {
  it('MAP-061..MAP-064 a mapping has a name with a 5-character id, is active, and has one empty rule', () => {
    const made = newMapping()
    expect(made.name).toMatch(/^Dynamic Mapping [a-z0-9]{5}$/)
    expect(made).toMatchObject({ active: true, enabled: true, description: '' })
    expect(made.rules).toMatchObject([{ conditionSets: [], actions: [] }])
    expect(newMapping().name).not.toBe(made.name)
  })
  it('MAP-043 MAP-047 a condition asks whether all equal', () =>
    expect(newCondition()).toMatchObject({ operator: 'equals', qualifier: 'all', input: '', value: '' }))
  it('MAP-067 does nothing yet', () => {
    const lists = { ...listsOf([]), 'Template title': [newMapping()] }
    const product = { title: 'Mug', description: '', values: new Map<string, string>(), overridden: new Set<string>() }
    expect(compile(ruleSetsOf(lists))(product).changes).toEqual([])
  })
})

describe('actions', () => {
  it('MAP-048 MAP-051 MAP-066 use a value for a text, and set one where an attribute is the target', () => {
    expect(actionsFor('')[0]).toBe('use value')
    expect(actionsFor('title')).not.toContain('set value')
    expect(actionsFor('{{Color}}')[0]).toBe('set value')
    expect(actionsFor('{{Color}}')).not.toContain('use value')
    expect(new Set([...actionsFor(''), ...actionsFor('{{Color}}')])).toEqual(new Set(actionNames))
  })
  it('MAP-051 follow their target, but do what they did', () => {
    const set = retargeted(newAction(), '{{Color}}')
    expect([set.action, retargeted(set, '').action]).toEqual(['set value', 'use value'])
    expect(retargeted({ ...newAction(), action: 'append' }, '{{Color}}').action).toBe('append')
  })
  it.each([
    ['use value', '', 'Text'],
    ['append', '{{Color}}', 'Joined with'],
    ['join with', '', 'Joined with'],
    ['split by', '{{Color}}', 'Split by'],
    ['sum all', '{{A}}', undefined],
    ['max', '', undefined],
  ] as const)('MAP-052 MAP-053 %s with "%s" asks for: %s', (action, input, label) =>
    expect(valueLabelOf({ action, input })).toBe(label),
  )
})

describe('a list', () => {
  const [a, b, c] = [newMapping('a', 'a'), newMapping('b', 'b'), newMapping('c', 'c')]
  it('MAP-090 changes the order within itself', () =>
    expect(move([a, b, c], 2, 1).map(({ uuid }) => uuid)).toEqual(['a', 'c', 'b']))
  it('MAP-093 the last condition of a block takes the block with it', () => {
    const rule = {
      ...newRule(),
      conditionSets: [
        { uuid: '1', conditions: [newCondition('x'), newCondition('y')] },
        { uuid: '2', conditions: [newCondition('z')] },
      ],
    }
    expect(dropCondition(rule, 0, 0).conditionSets).toMatchObject([{ conditions: [{ uuid: 'y' }] }, { uuid: '2' }])
    expect(dropCondition(rule, 1, 0).conditionSets).toMatchObject([{ uuid: '1' }])
  })
  it('MAP-088 a copy of a rule says the same under ids of its own', () => {
    const rule = { ...newRule('r'), actions: [{ ...newAction('one'), value: 'x' }] }
    const copy = copyOf(rule)
    expect([copy.uuid === 'r', copy.actions[0]?.uuid === 'one', copy.actions[0]?.value]).toEqual([false, false, 'x'])
  })
  it('MAP-091 MAP-092 MAP-094 says at which field what is wrong', () => {
    const bad = { ...b, name: ' A ' }
    const asks = {
      ...c,
      rules: [
        {
          ...newRule(),
          conditionSets: [{ uuid: '1', conditions: [{ ...newCondition(), input: '{{Colour}}' }, newCondition()] }],
        },
      ],
    }
    const named = { ...a, name: 'A' }
    const lists = { ...listsOf([]), 'Template title': [named, bad, asks] }
    expect(problemsIn(lists, () => ['Color'])['Template title']).toEqual({
      '1.name': 'Name already exists',
      '2.rules.0.conditionSets.0.conditions.0.input': 'There’s no attribute @Colour.',
      '2.rules.0.conditionSets.0.conditions.1.input': 'Choose an attribute.',
    })
    expect(problemsIn(lists, () => ['Colour'])['Global title']).toEqual({})
  })
})

describe('what is saved', () => {
  const all = [mapping('one'), mapping('two', { ownerType: 'Global' }), mapping('three', { applyTo: 'description' })]
  const lists = listsOf(all)
  it('MAP-068..MAP-071 mappings stand in the list of their owner and text', () => {
    expect([placeOf(lists, 'one'), placeOf(lists, 'two'), placeOf(lists, 'three'), placeOf(lists, 'none')]).toEqual([
      'Template title',
      'Global title',
      'Template description',
      undefined,
    ])
  })
  it('are the lists that changed, with what was seen of them', () => {
    expect(changedLists(lists, lists)).toEqual([])
    const next = { ...lists, 'Global title': put(lists['Global title'], 0, { active: false }) }
    expect(changedLists(lists, next)).toEqual(['Global title'])
    const body = bodyOf({ templateId: 2, productId: undefined }, next, ['Global title'], all)
    expect(body.tabs).toMatchObject([
      {
        ownerType: 'Global',
        applyTo: 'title',
        dynamicMappings: [{ uuid: 'two', active: false }],
        seen: [{ uuid: 'two', updatedAt: '2026-11-20T10:00:00.000Z' }],
      },
    ])
  })
  it('is counted', () => {
    const [a, b] = [newMapping('a', 'a'), newMapping('b', 'b')]
    expect(changedMappings([a, b], [a, b])).toBe(0)
    expect(changedMappings([a, b], [b, a])).toBe(1)
    expect(changedMappings([a, b], [a])).toBe(1)
    expect(changedMappings([a], [{ ...a, name: 'x' }, b])).toBe(2)
  })
})
