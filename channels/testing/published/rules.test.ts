import { expect, it } from 'vitest'
import { isOfType, mostElements, rulesInText, strangeCurrencies } from './rules.ts'

it.each([
  ['a length', { type: 'string', description: 'Its name.<br><b>Maximum length:</b> 4,000' }, { maxLength: 4000 }],
  [
    'a length of each of a list',
    { type: 'array', items: { type: 'string' }, description: 'Max length: 65' },
    { items: { type: 'string', maxLength: 65 } },
  ],
  ['a count', { type: 'array', items: {}, description: 'Max Occurs: 25' }, { maxItems: 25 }],
  ['a count in brackets', { type: 'array', items: {}, description: 'Ids (maximum of 250).' }, { maxItems: 250 }],
  ['no count of what is no list', { type: 'object', description: 'Max Occurs: 25' }, {}],
  ['that nothing else is in it', { type: 'object', properties: { a: {} } }, { additionalProperties: false }],
  ['nothing of an object without described fields', { type: 'object', properties: {} }, {}],
  ['nothing of one that others add to', { type: 'object', properties: { a: {} }, allOf: [] }, {}],
])('reads out of a text %s', (_, schema, rules) => expect(rulesInText(schema)).toEqual(rules))

it.each([
  ['POST /bulk_create_offer', {}, 25],
  ['POST /bulk_migrate_listing', {}, 5],
  ['POST /bulk_take', { description: 'Takes up to 2 books.' }, 2],
  ['POST /offer', { description: 'Takes up to 2 books.' }, undefined],
])('%s takes at once, of %j: %s', (path, operation, most) => expect(mostElements(path, operation)).toBe(most))

it('finds currencies that do not exist, wherever they are', () => {
  expect(strangeCurrencies({ total: { currency: 'EUR' }, note: { currencyCode: 'USD' } })).toEqual([])
  expect(strangeCurrencies({ rows: [{ price: { currency: 'XXQ' } }, { money: { currencyCode: 'ABC' } }] })).toEqual([
    '/rows/0/price/currency XXQ is no currency',
    '/rows/1/money/currencyCode ABC is no currency',
  ])
})

it.each([
  [{ type: 'integer' }, ['7', '-7'], ['7.5', 'ten', '']],
  [{ type: 'number' }, ['7', '7.5'], ['ten', ' ']],
  [{ type: 'boolean' }, ['true', 'false'], ['yes', '1']],
  [{ type: 'string', enum: ['IN', 'OUT'] }, ['IN'], ['in', 'LOST']],
  [{ type: 'string' }, ['anything'], []],
])('of the type %j', (schema, good, bad) => {
  expect(good.filter((text) => !isOfType(text, schema))).toEqual([])
  expect(bad.filter((text) => isOfType(text, schema))).toEqual([])
})
