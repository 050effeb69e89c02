import type { ItemReport, PackLine } from '#contract/orders/packing.ts'
import { printedCode } from './packing.ts'

type Line = Pick<PackLine, 'sku' | 'title' | 'quantity' | 'packed' | 'shortfall' | 'each'>

/** Units of a line that a packer still looks for: neither in the box nor known to be short. */
export const unitsToFind = ({ quantity, packed, shortfall }: Pick<Line, 'quantity' | 'packed' | 'shortfall'>): number =>
  Math.max(0, quantity - packed - shortfall)

/** Whole units of the order line that a report takes away: one component less is one bundle less. @param reserved units that the line has */
export const lineUnitsOf = ({ each }: Pick<Line, 'each'>, units: number, reserved: number): number =>
  Math.min(Math.ceil(units / each), reserved)

/**
 * Why units of a line cannot be reported missing or damaged: '' where they can.
 * @param seen what the packer reports, and how many reports the line had when they looked
 * @param reports earlier ones of the line
 */
export function whyNotReported(
  line: Line,
  seen: { units: number; reports: number },
  reports: readonly Pick<ItemReport, 'kind' | 'units' | 'by'>[],
): string {
  const name = line.sku || line.title
  const last = reports.at(-1)
  if (last && reports.length > seen.reports)
    return `${last.by || 'A colleague'} already reported ${last.units} × ${name} as ${last.kind}. This report wasn’t counted.`
  const left = unitsToFind(line)
  if (seen.units <= left) return ''
  if (left > 0) return `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} still to pack.`
  return line.packed > 0
    ? `All ${name} are packed. Remove the damaged one from the box first.`
    : `All ${name} in this order are already reported.`
}

/** What a scanner says when the item at hand is missing or damaged: the bars stand on the pick list. */
export const reportCodes = { missing: 'MOTTO-MISSING', damaged: 'MOTTO-DAMAGED' } as const
const codes = Object.entries(reportCodes) as [ItemReport['kind'], string][]

/** @returns what the code reports, if anything */
export const reportedBy = (code: string): ItemReport['kind'] | undefined =>
  codes.find(([, bars]) => bars === printedCode(code).toUpperCase())?.[0]

/** The line that a scanned report is about: the chosen one, or the first of which units are still to be found. */
export const lineToReport = <L extends Line>(lines: readonly L[], chosen: L | undefined): L | undefined =>
  chosen && unitsToFind(chosen) > 0 ? chosen : lines.find((line) => unitsToFind(line) > 0)

/** A report in a few words. */
export const reportWords = ({
  units,
  sku,
  title,
  kind,
}: Pick<ItemReport, 'units' | 'sku' | 'title' | 'kind'>): string => `${units} × ${sku || title} ${kind}`
