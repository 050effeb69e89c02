import { readBarcode } from '#contract/products/barcode.ts'
import { barcodeName } from '../search.ts'

/**
 * The barcode that names a product or variation to a channel: its own, or that of an attribute such as UPC or EAN whose check digit holds, or
 * `DOES_NOT_APPLY` where one of these says so; else ''.
 */
export function barcodeOf({
  barcode,
  attributes,
}: {
  barcode: string
  attributes: readonly { name: string; value: string }[]
}): string {
  if (barcode) return barcode
  for (const { name, value } of attributes) {
    const read = barcodeName.test(name.trim()) ? readBarcode(value) : undefined
    if (read && 'value' in read && read.value) return read.value
  }
  return ''
}
