import { describe, expect, it } from 'vitest'
import { EtsySchema, EtsySettings } from '#contract/channels/shapes/etsy.ts'
import type { Safety, SafetyOperator } from '#domain/safety/safety.ts'
import { madeBy } from '../../testing/safety.ts'
import { checkSafety } from './safety.ts'
import { safetyText } from './safety-text.ts'

const trader = EtsySettings.parse({ euSales: 'trader' })
const listing = (safety?: Safety, fields: object = {}) => ({
  fields: EtsySchema.parse(fields),
  ...(safety && { safety }),
})
const known: Partial<SafetyOperator> = { externalId: '4711' }
const complete = madeBy({ manufacturer: known, responsible_person: { ...known, externalId: '4712' } })
const fieldsOf = (problems: Record<string, string>) => Object.keys(problems)
const both = ['attributes.Manufacturer', 'attributes.EU responsible person']

describe('Etsy’s product safety rules', () => {
  it('a trader’s listing without operators is warned about before February 1, 2027, and blocked from then on', () => {
    const before = checkSafety(listing(), trader, '2027-01-31')
    expect([before.errors, fieldsOf(before.warnings)]).toEqual([{}, both])
    expect(before.warnings['attributes.Manufacturer']).toBe(
      'From February 1, 2027: Etsy requires a manufacturer for buyers in the EU.',
    )
    const after = checkSafety(listing(), trader, '2027-02-01')
    expect([fieldsOf(after.errors), after.warnings]).toEqual([both, {}])
  })
  it('a name that no operator has and an operator without Etsy’s ID are named', () => {
    const safety = madeBy({ manufacturer: { name: 'Acme' } }, { responsible_person: 'Nobody' })
    expect(checkSafety(listing(safety), trader, '2027-02-01').errors).toEqual({
      'attributes.Manufacturer': 'Enter Etsy’s ID for operator “Acme”.',
      'attributes.EU responsible person': 'You have no operator “Nobody” with the role EU responsible person.',
    })
  })
  it.each([
    ['a private seller', { euSales: 'private' }, {}],
    ['a seller who does not sell to the EU', { euSales: 'none' }, {}],
    ['a seller who has not said how they sell', {}, {}],
    ['a download', { euSales: 'trader' }, { type: 'download' }],
  ])('nothing is asked of %s', (_, settings, fields) => {
    expect(checkSafety(listing(undefined, fields), EtsySettings.parse(settings), '2027-03-01')).toEqual({
      errors: {},
      warnings: {},
    })
  })
  it('both ids and the warnings are sent, and nothing is sent half-filled', () => {
    expect(checkSafety(listing(complete), trader, '2027-02-01')).toEqual({ errors: {}, warnings: {} })
    expect(safetyText({ ...complete, warnings: { '': 'Small parts', de: 'Kleinteile' } })).toEqual({
      gpsr_manufacturer_id: '4711',
      gpsr_responsible_person_id: '4712',
      gpsr_safety_warnings: 'Small parts',
    })
    expect(safetyText(madeBy({ manufacturer: known }))).toEqual({})
  })
})
