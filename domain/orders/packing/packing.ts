import { bareCode } from '#contract/products/barcode.ts'
import type { PackLine, PackOrder } from '#contract/orders/packing.ts'
import { orderName } from '../name.ts'

type Line = Pick<PackLine, 'id' | 'sku' | 'quantity' | 'packed' | 'codes'>

/** What a scanned piece means for the order that is packed. */
export type Scan<L extends Line> = { kind: 'right' | 'tooMany'; line: L } | { kind: 'wrong' }

/** What some scanners are set to write before each code: the kind of barcode. Source: ISO/IEC 15424, "symbology identifiers". */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/
/** A label of goods says with "01" that a GTIN follows. Source: GS1 General Specifications, application identifiers. */
const GS1_GTIN = /^(?:\(01\)|01)(\d{14})/

/** A code as it is printed, without what its scanner adds. */
export const printedCode = (code: string): string => code.trim().replace(SYMBOLOGY, '')

/** Labels leave a GTIN's leading zeros out, or print them. */
function asGtin(code: string): string | undefined {
  const bare = bareCode(code)
  if (/^\d{4,14}X?$/.test(bare)) return bare.padStart(14, '0')
  return GS1_GTIN.exec(bare)?.[1]
}

const isOf = (line: Line, code: string) => {
  const gtin = asGtin(printedCode(code))
  return (
    (line.sku !== '' &&
      [code.trim(), printedCode(code)].some((candidate) => line.sku.toLowerCase() === candidate.toLowerCase())) ||
    (gtin !== undefined && line.codes.includes(gtin))
  )
}

export const isLinePacked = ({ packed, quantity }: Pick<PackLine, 'packed' | 'quantity'>) => packed === quantity

/** A line that still wants this piece comes first: an order may hold the same SKU twice. */
export function scanned<L extends Line>(lines: readonly L[], code: string): Scan<L> {
  const matches = lines.filter((line) => isOf(line, code))
  const open = matches.find((line) => line.packed < line.quantity)
  if (open) return { kind: 'right', line: open }
  return matches[0] ? { kind: 'tooMany', line: matches[0] } : { kind: 'wrong' }
}

/** How many pieces of an order lie in the box. */
export const packedOf = (lines: readonly Pick<PackLine, 'packed' | 'quantity'>[]) => ({
  packed: lines.reduce((sum, { packed, quantity }) => sum + Math.min(packed, quantity), 0),
  all: lines.reduce((sum, { quantity }) => sum + quantity, 0),
})

/** What keeps an order from being shipped as packed: '' where nothing does. */
export function whyNotPacked(lines: readonly Pick<PackLine, 'sku' | 'title' | 'packed' | 'quantity'>[]): string {
  if (lines.length === 0) return 'This order has no lines.'
  const wrong = lines.find((line) => !isLinePacked(line))
  if (!wrong) return ''
  const left = wrong.quantity - wrong.packed
  const name = wrong.sku || wrong.title
  // The order was changed after its pieces were packed.
  if (left < 0) return `The order now has fewer of ${name}. Remove ${-left}.`
  return `Pack ${left} more of ${name}.`
}

type PartLine = Pick<PackLine, 'id' | 'sku' | 'title' | 'quantity' | 'packed' | 'each' | 'bundle'>

/** What leaves when the box is sent as it is: pieces by line. @returns a sentence instead, where it cannot */
export function partOf(lines: readonly PartLine[]): { id: number; quantity: number }[] | string {
  const { packed, all } = packedOf(lines)
  if (packed === 0) return 'Nothing is packed yet.'
  const over = lines.find((line) => line.packed > line.quantity)
  if (over) return whyNotPacked([over])
  if (packed === all) return 'Everything is packed. Ship the whole order.'
  const parts: { id: number; quantity: number }[] = []
  for (const [id, components] of Map.groupBy(lines, (line) => line.id)) {
    const wholes = new Set(components.map((line) => line.packed / line.each))
    const [quantity = 0] = wholes
    if (wholes.size > 1 || !Number.isInteger(quantity))
      return `All components of ${components[0]?.bundle || components[0]?.sku} ship in one parcel. Pack the others, or remove these.`
    if (quantity > 0) parts.push({ id, quantity })
  }
  return parts
}

/** Another order of those to pack that still needs this piece. @param id the order that is being packed */
export const orderFor = <O extends Pick<PackOrder, 'id' | 'state'> & { lines: readonly Line[] }>(
  orders: readonly O[],
  code: string,
  id: number,
): O | undefined =>
  orders.find((order) => order.id !== id && order.state === 'open' && scanned(order.lines, code).kind === 'right')

/** The order whose own barcode this is, as its slip shows it. */
export const orderNamed = <O extends Parameters<typeof orderName>[0]>(
  orders: readonly O[],
  code: string,
): O | undefined => {
  const name = printedCode(code).toLowerCase()
  return orders.find((order) => orderName(order).toLowerCase() === name)
}

/** The next order to pack after this one, from the top when none is left below. */
export function nextToPack<O extends Pick<PackOrder, 'id' | 'state'>>(orders: readonly O[], id: number): O | undefined {
  const at = orders.findIndex((order) => order.id === id)
  return [...orders.slice(at + 1), ...orders.slice(0, Math.max(at, 0))].find((order) => order.state === 'open')
}
