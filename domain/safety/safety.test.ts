import { describe, expect, it } from 'vitest'
import type { Operator } from '#contract/safety/operators.ts'
import { holdsDocuments } from './documents.ts'
import { indexOperators, safetyOf, warningsFor, withDocument } from './safety.ts'

const operator = (role: Operator['role'], name: string): Operator => ({
  id: 1,
  role,
  name,
  companyName: `${name} GmbH`,
  addressLine1: 'Hafenstr. 1',
  addressLine2: '',
  city: 'Kiel',
  region: '',
  postalCode: '24103',
  country: 'DE',
  email: 'safety@example.com',
  phone: '',
  contactUrl: '',
  externalIds: { 7: '4711' },
  updatedAt: new Date(0),
})
const operators = indexOperators([
  operator('manufacturer', 'Acme'),
  operator('manufacturer', 'Bolt'),
  operator('responsible_person', 'Acme'),
])
const named = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))
const read = (own: Record<string, string>, defaults: Record<string, string> = {}, integrationId = 7) =>
  safetyOf(named(own), named(defaults), { operators, integrationId })

describe('what a listing says of product safety', () => {
  it('a product’s own value counts before the default of its template, and a blank one does not', () => {
    const defaults = { Manufacturer: 'Acme', 'Safety warnings': 'Small parts' }
    expect(read({}, defaults)?.operators.manufacturer?.name).toBe('Acme')
    expect(read({ manufacturer: 'bolt' }, defaults)?.operators.manufacturer?.name).toBe('Bolt')
    expect(read({ Manufacturer: ' ' }, defaults)?.operators.manufacturer?.name).toBe('Acme')
  })
  it('a name that no operator of the role has is told as unknown', () => {
    expect(read({ Manufacturer: 'Nobody', Importer: 'Acme' })).toMatchObject({
      operators: {},
      unknown: { manufacturer: 'Nobody', importer: 'Acme' },
    })
  })
  it('an operator has the id that the channel gave it on this account', () => {
    expect(read({ Manufacturer: 'Acme' })?.operators.manufacturer?.externalId).toBe('4711')
    expect(read({ Manufacturer: 'Acme' }, {}, 8)?.operators.manufacturer?.externalId).toBe('')
  })
  it('warnings are told in the language of the buyer, else in any', () => {
    const safety = read({ 'Safety warnings': 'Small parts', 'Safety warnings (de)': 'Kleinteile' })
    expect(safety && [warningsFor(safety, 'de'), warningsFor(safety, 'fr')]).toEqual(['Kleinteile', 'Small parts'])
  })
  it('documents are links with their kind and language, and what is none is told', () => {
    const safety = read({
      'Safety documents': 'User guide: https://acme.example/guide.pdf, https://acme.example/more.pdf\nsee the box',
      'Safety documents (de)': 'safety data sheet: https://acme.example/sdb.pdf, Poem: https://acme.example/p.pdf',
    })
    expect(safety?.documents).toEqual([
      { url: 'https://acme.example/guide.pdf', kind: 'User guide', language: '' },
      { url: 'https://acme.example/more.pdf', kind: '', language: '' },
      { url: 'https://acme.example/sdb.pdf', kind: 'Safety data sheet', language: 'de' },
    ])
    expect(safety?.unreadDocuments).toEqual(['see the box', 'Poem: https://acme.example/p.pdf'])
    expect(safety?.warnings).toEqual({})
  })
  it('nothing is said where neither product nor template say anything', () => {
    expect(read({ Brand: 'Acme' }, { Manufacturer: '' })).toBeUndefined()
  })
})

it.each([
  ['', 'User guide', 'User guide: https://a.example/b.pdf'],
  ['', '', 'https://a.example/b.pdf'],
  ['https://a.example/a.pdf', 'Test report', 'https://a.example/a.pdf, Test report: https://a.example/b.pdf'],
  ['https://a.example/a.pdf, ', '', 'https://a.example/a.pdf, https://a.example/b.pdf'],
] as const)('a document more beside “%s”, a %s, reads %s', (value, kind, expected) => {
  expect(withDocument(value, 'https://a.example/b.pdf', kind)).toBe(expected)
})

it.each([
  ['Safety documents', true],
  ['safety documents (de)', true],
  ['Safety warnings', false],
  ['Documents', false],
])('%s holds documents: %s', (name, expected) => {
  expect(holdsDocuments(name)).toBe(expected)
})
