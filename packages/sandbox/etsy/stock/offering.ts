import { invalid } from '../api/errors.ts'

const mostUnits = 999
/** Cents; Etsy's help pages name both. */
const priceLeast = 20
const priceMost = 5_000_000

/** @throws EtsyError 400 */
export function checkQuantity(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw invalid(
      `Expected int value for 'quantity' (got ${value === null || value === undefined ? 'NULL' : typeof value}).`,
    )
  if (value > mostUnits) throw invalid(`quantity cannot be greater than ${mostUnits}`)
  return value
}
/** An amount such as 12.99, as cents. Money goes in as a number, though it comes out as an object. @throws EtsyError 400 */
export function checkPrice(value: unknown): number {
  if (typeof value !== 'number') throw invalid("Expected float value for 'price' (got NULL).")
  const cents = Math.round(value * 100)
  if (cents < priceLeast || cents > priceMost) throw invalid('price must be between 0.20 and 50000.00')
  return cents
}
