import { expect, it } from 'vitest'
import { readBarcode } from './barcode.ts'

it.each([
  ['', ''],
  [' does not apply', 'Does not apply'],
  ['N/A', 'Does not apply'],
  ['96385074', '96385074'],
  ['0 36000 29145 2', '036000291452'],
  ['400-6381-333931', '4006381333931'],
  ['10614141543219', '10614141543219'],
  ['0-306-40615-2', '0306406152'],
  ['080442957x', '080442957X'],
  // A spreadsheet took the leading zero.
  ['36000291452', '036000291452'],
])('takes %j as %j', (input, value) => expect(readBarcode(input)).toEqual({ value }))

it.each([
  ['036000291453', /check digit doesn’t match/],
  ['0306406153', /check digit doesn’t match/],
  ['12345', /8, 12, 13 or 14 digits/],
  ['3.6E+10', /spreadsheet rounded/],
  ['MUG', /digits only/],
])('says of %j what is wrong', (input, problem) =>
  expect(readBarcode(input)).toEqual({ problem: expect.stringMatching(problem) }),
)
