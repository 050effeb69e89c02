import { bareCode, isGtin, isIsbn10 } from '#contract/products/barcode.ts'

/** A word of a search that may be more than a word: a piece of a SKU, or the digits of a barcode. */
export interface Code {
  word: string
  /** Digits to look for inside barcodes; '' when it cannot be one. */
  digits: string
}

/** How a search for products is read. A product is found when it has all of the words and all of the codes. */
export interface ProductSearch {
  /** Each begins a word of the SKU, the title or the description. */
  words: readonly string[]
  /** Each is a word as well, or stands anywhere in a SKU of the product or of a variation, or in a barcode. */
  codes: readonly Code[]
  /** The whole text as a SKU: the product that has it stands first. */
  sku: string
}

/** Shorter pieces stand in nearly every SKU, and no index knows them. */
const SHORTEST_PIECE = 3
/** People type the last digits of a barcode, not its first three, which name a country. */
const FEWEST_DIGITS = 4
const MOST_DIGITS = 14

/** Attributes of these names hold a barcode, in any case, with a kind behind: `UPC`, `EAN-13`, `ISBN 10`, `Barcode number`. */
export const barcodeName = /^(upc|ean|gtin|isbn|bar ?code)([ -]?(a|e|code|number|no\.?|8|10|12|13|14))?$/i

/** A book's old and new number have nine digits in common; the rest says only which of the two it is. */
function digitsToFind(digits: string): string {
  if (isIsbn10(digits)) return digits.slice(0, 9)
  return digits.startsWith('978') && digits.length === 13 && isGtin(digits) ? digits.slice(3, 12) : digits
}

function readCode(word: string): Code {
  const digits = bareCode(word)
  const isBarcode = /^\d+X?$/.test(digits) && digits.length >= FEWEST_DIGITS && digits.length <= MOST_DIGITS
  return { word, digits: isBarcode ? digitsToFind(digits) : '' }
}

/** Letters alone are a word, and a piece of a SKU only where no product has the word; what holds a digit may be either at once. */
const isCode = (word: string) => word.length >= SHORTEST_PIECE && /\d/.test(word)

/** Reads what was typed: `nl-0042 mug` is a piece of a SKU and a word, `978-0-306-40615-7` or `0 12345 67890 5` a barcode. */
export function readProductSearch(texts: readonly string[]): ProductSearch {
  const all = [...new Set(texts.flatMap((text) => text.split(/\s+/)).filter(Boolean))]
  const whole = texts.join(' ').trim().split(/\s+/).join(' ')
  const digits = bareCode(whole)
  if (all.length > 1 && (isGtin(digits) || isIsbn10(digits)))
    return { words: [], codes: [{ word: digits, digits: digitsToFind(digits) }], sku: whole }
  return {
    words: all.filter((word) => !isCode(word)),
    codes: all.filter(isCode).map(readCode),
    sku: whole,
  }
}
