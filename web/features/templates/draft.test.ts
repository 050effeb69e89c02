import { describe, expect, it } from 'vitest'
import { changedIn, changeOf, type Draft, isBuiltIn, nameProblem, newAttribute, renamed } from './draft.ts'

const draft: Draft = {
  title: '{{Brand}} {{Color}}',
  description: '<p>{{Color}}</p>',
  tags: [],
  variations: ['Color'],
  configuration: { dynamicMappingEnabled: false },
  sizeAndWeight: { weightUnit: 'lb', sizeUnit: 'in', weight: null, width: null, length: null, height: null },
  attributes: [
    { ...newAttribute('1', 'Brand'), id: 1 },
    { ...newAttribute('2', 'Color'), id: 2 },
  ],
}

describe('the name of an attribute', () => {
  it('TPL-146 is required', () => expect(nameProblem([newAttribute('a', ' ')], 0)).toBe('Name is required.'))
  it('TPL-147 stands once, whatever its case', () => {
    expect(nameProblem([...draft.attributes, newAttribute('new', 'color ')], 2)).toBe('Duplicate name')
    expect(nameProblem(draft.attributes, 1)).toBeUndefined()
  })
  it('TPL-144 TPL-145 a kept built-in one is known', () => {
    expect(draft.attributes.map(isBuiltIn)).toEqual([true, false])
  })
  it('TPL-148 a new one is optional text', () =>
    expect(newAttribute('x')).toMatchObject({ constraint: 'optional', type: 'text' }))
})

it('a new name is followed by the texts and variations that speak of it', () => {
  expect(renamed(draft, 1, 'Colour')).toMatchObject({
    title: '{{Brand}} {{Colour}}',
    description: '<p>{{Colour}}</p>',
    variations: ['Colour'],
  })
})

it('sends only what was changed, without the keys of rows', () => {
  const after = { ...draft, attributes: [...draft.attributes, newAttribute('new-1', ' Size ')] }
  expect(changedIn(draft, after)).toEqual(['attributes'])
  expect(changeOf(after, ['attributes']).attributes?.at(-1)).toEqual({
    name: 'Size',
    type: 'text',
    defaultValue: '',
    constraint: 'optional',
    options: [],
  })
})
