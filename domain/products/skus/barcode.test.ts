import { expect, it } from 'vitest'
import { barcodeOf } from './barcode.ts'

const attribute = (name: string, value: string) => ({ name, value })

it('a barcode is its own one, or that of an attribute, never one whose check digit is wrong', () => {
  expect(barcodeOf({ barcode: '96385074', attributes: [attribute('UPC', '036000291452')] })).toBe('96385074')
  expect(
    barcodeOf({ barcode: '', attributes: [attribute('Colour', '96385074'), attribute('EAN-13', '400 6381 333931')] }),
  ).toBe('4006381333931')
  expect(
    barcodeOf({ barcode: '', attributes: [attribute('UPC', '036000291453'), attribute('isbn', '0-306-40615-2')] }),
  ).toBe('0306406152')
  expect(barcodeOf({ barcode: '', attributes: [attribute('UPC', 'Does not apply')] })).toBe('Does not apply')
})
