import { describe, expect, it } from 'vitest'
import type { Operator } from '#contract/safety/operators.ts'
import { indexOperators, safetyOf, warningsFor } from './safety.ts'

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
  it('nothing is said where neither product nor template say anything', () => {
    expect(read({ Brand: 'Acme' }, { Manufacturer: '' })).toBeUndefined()
  })
})
