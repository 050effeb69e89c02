import { describe, expect, it } from 'vitest'
import type { RuledText } from '#contract/mappings/mappings.ts'
import { madeBy } from '../listings/rules/made.ts'
import { problemsOf } from './check.ts'
import { compile } from './dynamic.ts'
import { changedPart, type Example, examplesFor } from './examples.ts'

const attributes = [
  { name: 'Brand', type: 'text' },
  { name: 'Mount', type: 'text', options: ['Pentax K', 'Sony E', 'M42'] },
  { name: 'Lens Type', type: 'text', options: ['Standard', 'Wide Angle'] },
  { name: 'Series', type: 'text' },
  { name: 'Story', type: 'block' },
  { name: 'Odd, one', type: 'text' },
]
const product = {
  title: '50mm f/1.7 Manual Focus Lens',
  description: '<p>Sharp.</p>',
  sku: 'LNS-012',
  condition: 'New',
  vendor: '',
  location: '',
  warehouse: '',
  bin: '',
  attributes: Object.entries({ Brand: 'Tessaro', Mount: 'Pentax K', 'Lens Type': 'Standard', Story: 'Long' }).map(
    ([name, value]) => ({ name, value }),
  ),
}

const uuid = '00000000-0000-4000-8000-000000000000'
const rulesOf = ({ conditions, actions }: Example) => [
  {
    uuid,
    conditionSets: conditions.length
      ? [{ uuid, conditions: conditions.map((condition) => ({ uuid, ...condition })) }]
      : [],
    actions: actions.map((action) => ({ uuid, ...action })),
  },
]
const makes = (example: Example, applyTo: RuledText, of = product) =>
  madeBy(
    of,
    compile([
      {
        uuid,
        name: example.name,
        applyTo,
        ownerType: 'Template',
        index: 0,
        active: true,
        enabled: true,
        rules: rulesOf(example),
      },
    ]),
  ).changed.map(({ target, after }) => `${target}: ${after}`)

describe('examples of mappings', () => {
  it('a title is rewritten with the template’s own attributes', () => {
    expect(
      examplesFor('title', attributes, product).map((example) => [example.name, ...makes(example, 'title')]),
    ).toEqual([
      ['Brand first', 'Title: Tessaro 50mm f/1.7 Manual Focus Lens'],
      ['Mount at the end', 'Title: 50mm f/1.7 Manual Focus Lens (Pentax K)'],
      ['Lens Type with its name', 'Title: 50mm f/1.7 Manual Focus Lens – Lens Type: Standard'],
      ['Fill in Series', 'Series: Tessaro Pentax K'],
      ['Title made of attributes', 'Title: Tessaro Pentax K Standard'],
    ])
  })

  it('a description gets lines made of attributes', () => {
    expect(
      examplesFor('description', attributes, product).map((example) => [
        example.name,
        ...makes(example, 'description'),
      ]),
    ).toEqual([
      [
        'Details below',
        'Description: <p>Sharp.</p> <p>Brand: Tessaro</p> <p>Mount: Pentax K</p> <p>Lens Type: Standard</p>',
      ],
      ['Brand above', 'Description: <p>Tessaro</p> <p>Sharp.</p>'],
      ['More about Mount', 'Description: <p>Sharp.</p> <p>Mount: Pentax K</p>'],
      ['SKU below', 'Description: <p>Sharp.</p> <p>SKU: LNS-012</p>'],
      ['Fill in Series', 'Series: Tessaro Pentax K'],
    ])
  })

  it('each example can be saved as it is, and names what it does', () => {
    const names = attributes.map(({ name }) => name)
    for (const applyTo of ['title', 'description'] as const) {
      const examples = examplesFor(applyTo, attributes, product)
      const mappings = examples.map((example) => ({ name: example.name, active: true, rules: rulesOf(example) }))
      expect(problemsOf(mappings, applyTo, names)).toEqual({})
      expect(examples.every(({ sentence }) => sentence.endsWith('.'))).toBe(true)
    }
    expect(examplesFor('title', attributes, product)[1]?.sentence).toBe(
      'If {{Mount}} is Pentax K, Sony E or M42, adds it to the title in brackets.',
    )
  })

  it('what the title says already is not offered again, nor what says nothing in a title', () => {
    const stated = { title: 'Tessaro lens, Pentax K', attributes: product.attributes }
    expect(examplesFor('title', attributes, stated)[0]?.name).toBe('Lens Type first')
    const answers = { title: 'Lens', attributes: [{ name: 'Brand', value: 'Yes' }] }
    expect(examplesFor('title', attributes, answers)).toEqual([])
  })

  it('a change is shown with a little of what is around it', () => {
    expect(changedPart('Lens', 'Lens (M42)')).toEqual({ head: 'Lens', removed: '', added: ' (M42)', tail: '' })
    expect(changedPart('', 'Wide')).toEqual({ head: '', removed: '', added: 'Wide', tail: '' })
    expect(changedPart('aaa', 'aa')).toEqual({ head: 'aa', removed: 'a', added: '', tail: '' })
    expect(changedPart('x'.repeat(90), `${'x'.repeat(90)} end`).head).toBe(`…${'x'.repeat(60)}`)
  })
})
