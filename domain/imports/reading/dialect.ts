import { CsvReader, type CsvRecord, Unreadable } from './csv.ts'
import { cut } from './cut.ts'
import { knownHeader } from '../mapping/synonyms.ts'

export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** So many records of a sample are looked at, read in parts so that no more are read. */
const SAMPLED = 200
const PART = 4096

/** Records of a sample; its last one may be cut off. */
function sampleRecords(sample: string, separator: string) {
  const reader = new CsvReader(separator)
  const records: CsvRecord[] = []
  try {
    for (let at = 0; at < sample.length && records.length < SAMPLED; at += PART)
      records.push(...reader.push(sample.slice(at, at + PART)))
    // One without an end is looked at only when there is no other.
    return records.length > 0 ? records : reader.end()
  } catch (error) {
    if (error instanceof Unreadable) return []
    throw error
  }
}

/** How well a separator explains a sample: the cells that most records agree on. One that splits nothing explains nothing. */
function agreement(sample: string, separator: string): number {
  const records = sampleRecords(sample, separator).slice(0, SAMPLED)
  if (records.length === 0) return 0
  const widths = new Map<number, number>()
  for (const { cells } of records) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  const [width, count] = [...widths].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return width < 2 ? 0 : (count / records.length) * Math.log2(width + 1)
}

/**
 * The separator of a sample of a file, with what stands in quotes not looked at; a comma where there is none. Each step tries another one and
 * yields the best so far, so that others can be answered in between.
 */
export function* findSeparator(sample: string): Generator<Separator> {
  const declared = /^sep=([,;|\t])\r?\n/i.exec(sample)?.[1]
  const named = separators.find((s) => s === declared)
  if (named) return yield named
  let best: { separator: Separator; score: number } = { separator: ',', score: 0 }
  for (const separator of separators) {
    const score = agreement(sample, separator)
    if (score > best.score) best = { separator, score }
    yield best.separator
  }
}

const numeric = /^[\s$€£¥]*[+-]?[\d.,'\s]*\d[\s%€$£¥]*$/
const filledOf = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '')
const LOOKED_AT = 40
/** Cells of each: a header that is wider has names among its first ones. */
const CELLS_LOOKED_AT = 1000
/** A title line says something in a cell or two; a header names at least so much of the table's width. */
const HEADER_SHARE = 0.5

/**
 * The index of the record that names the columns, below title lines. A record with names that are known is taken before the first that could be
 * one: words only, about as wide as the table.
 */
export function findHeader(records: readonly { cells: readonly string[] }[]): number {
  const first = records.slice(0, LOOKED_AT).map(({ cells }) => ({ cells: cells.slice(0, CELLS_LOOKED_AT) }))
  const widths = first.map(({ cells }) => filledOf(cells).length).toSorted((a, b) => a - b)
  const width = widths[Math.floor(widths.length / 2)] ?? 1
  const rated = first.map(({ cells }, index) => {
    const filled = filledOf(cells)
    const words =
      filled.every((cell) => cell.length <= 200 && !numeric.test(cell)) &&
      new Set(filled.map((c) => c.trim().toLowerCase())).size > filled.length / 2
    const known = filled.filter((cell) => knownHeader(cell)).length
    return { index, known, fits: words && filled.length >= Math.max(1, width * HEADER_SHARE) }
  })
  const best = rated.reduce((a, b) => (b.known > a.known ? b : a), { index: 0, known: 0, fits: false })
  if (best.known >= 2) return best.index
  return rated.find((r) => r.fits)?.index ?? 0
}

/** Names of columns: each once, each with one (`Size`, `Size (2)`, `Column 3`). */
export function columnNames(cells: readonly string[]): string[] {
  const used = new Set<string>()
  /** The number with which the next column of a name is tried: a file may have thousands of one name. */
  const next = new Map<string, number>()
  return cells.map((cell, index) => {
    const name = cut(cell.trim().replaceAll(/[\r\n\t]+/g, ' '), 200) || `Column ${index + 1}`
    let unique = name
    const key = name.toLowerCase()
    for (let n = next.get(key) ?? 2; used.has(unique.toLowerCase()); n += 1) {
      unique = `${name} (${n})`
      next.set(key, n + 1)
    }
    used.add(unique.toLowerCase())
    return unique
  })
}
