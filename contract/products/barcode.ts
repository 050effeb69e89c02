/*
 * Barcodes of goods. Lengths and check digits: GS1 General Specifications §7.9 (GTIN) and ISO 2108 (ISBN).
 */

/** What marketplaces want to read where a thing has no barcode and its category asks for one. */
export const DOES_NOT_APPLY = 'Does not apply'

/** Without what people and labels put between the digits. */
export const bareCode = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** Whether the last digit fits the others, as in a GTIN-8, UPC-A, EAN-13 or GTIN-14. */
export function isGtin(digits: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** Whether the last digit, or X, fits the others. */
export function isIsbn10(digits: string): boolean {
  if (!/^\d{9}[\dX]$/.test(digits)) return false
  const value = (digit: string) => (digit === 'X' ? 10 : Number(digit))
  return [...digits].reduce((all, digit, at) => all + value(digit) * (10 - at), 0) % 11 === 0
}

const LENGTHS = 'Barcodes have 8, 12, 13 or 14 digits (ISBN: 10 or 13). If there’s none, enter “Does not apply”.'

/**
 * What was typed, scanned or read from a file as the barcode that is kept: digits only, `DOES_NOT_APPLY` where somebody says that there is none,
 * '' where nothing was given. A UPC that lost its leading zero, as spreadsheets do to it, gets it back.
 */
export function readBarcode(input: string): { value: string } | { problem: string } {
  if (/^\s*(does not apply|n\/?a|none)\s*$/i.test(input)) return { value: DOES_NOT_APPLY }
  const digits = bareCode(input)
  if (digits === '' || isGtin(digits) || isIsbn10(digits)) return { value: digits }
  if (isGtin(`0${digits}`) && digits.length === 11) return { value: `0${digits}` }
  if (/^\d[.,]\d+E\+\d+$/.test(digits))
    return { problem: 'Your spreadsheet rounded this number. Format the column as text and enter the full barcode.' }
  if (!/^\d+X?$/.test(digits)) return { problem: `Enter digits only. ${LENGTHS}` }
  return /^(\d{8}|\d{12,14}|\d{9}[\dX])$/.test(digits)
    ? { problem: 'This barcode isn’t valid: the check digit doesn’t match. Compare it with the label.' }
    : { problem: LENGTHS }
}
