import type { SimRequest } from '../../kit/simulator.ts'
import { type Json, objectOf, parseJson } from '../../kit/json.ts'
import { invalid } from './errors.ts'
import { parseA1 } from '../sheets/grid.ts'
import type { Area, Cell, File, Tab } from '../state.ts'

export const numberOf = (value: unknown, standard = 0): number => (typeof value === 'number' ? value : standard)

/** @throws GoogleError where the body is no JSON object */
export function bodyOf({ rawBody }: SimRequest): Json {
  const body = parseJson(rawBody.toString('utf8') || '{}')
  if (body === undefined) throw invalid('Invalid JSON payload received.')
  return objectOf(body)
}

/** @throws GoogleError */
export function tabById(file: File, sheetId: number): Tab {
  const tab = file.tabs.find((candidate) => candidate.sheetId === sheetId)
  if (!tab) throw invalid(`No grid with id: ${sheetId}`)
  return tab
}

/** A GridRange: an absent start is 0, an absent end that of the sheet. @throws GoogleError for a sheet that is not there, or cells outside of it */
export function areaOf(file: File, value: unknown): { tab: Tab; area: Area } {
  const range = objectOf(value)
  const tab = tabById(file, numberOf(range['sheetId']))
  const end = (name: string, most: number) => {
    const limit = range[name]
    if (limit === undefined) return {}
    if (numberOf(limit) > most)
      throw invalid(`Range exceeds grid limits. Max rows: ${tab.rowCount}, max columns: ${tab.columnCount}`)
    return numberOf(limit)
  }
  const endRow = end('endRowIndex', tab.rowCount)
  const endColumn = end('endColumnIndex', tab.columnCount)
  return {
    tab,
    area: {
      startRow: numberOf(range['startRowIndex']),
      startColumn: numberOf(range['startColumnIndex']),
      ...(typeof endRow === 'number' && { endRow }),
      ...(typeof endColumn === 'number' && { endColumn }),
    },
  }
}

/** What a data filter means. Those by developer metadata are not played here. @throws GoogleError */
export function filtered(file: File, value: unknown): { tab: Tab; area: Area } {
  const filter = objectOf(value)
  if (typeof filter['a1Range'] === 'string') return parseA1(file.tabs, filter['a1Range'])
  if (filter['gridRange'] !== undefined) return areaOf(file, filter['gridRange'])
  throw invalid('Invalid dataFilter: one of a1Range and gridRange is needed.')
}

/** An ExtendedValue. */
export function cellOf(value: unknown): Cell {
  const cell = objectOf(value)
  if (typeof cell['formulaValue'] === 'string') return { formula: cell['formulaValue'] }
  for (const name of ['stringValue', 'numberValue', 'boolValue'])
    if (cell[name] !== undefined) return cell[name] as string | number | boolean
  return null
}

interface Mask {
  [name: string]: Mask
}
/** `a(b,c/d),e` as a tree. @throws GoogleError */
export function maskOf(text: string): Mask {
  let at = 0
  const level = (): Mask => {
    const mask: Mask = {}
    for (;;) {
      const [name = ''] = /^[\w*$]+/.exec(text.slice(at)) ?? []
      if (!name) throw invalid(`Invalid field selection ${text}`)
      at += name.length
      let own = (mask[name] ??= {})
      while (text[at] === '/' || text[at] === '.') {
        const [next = ''] = /^\w+/.exec(text.slice(at + 1)) ?? []
        at += next.length + 1
        own = own[next] ??= {}
      }
      if (text[at] === '(') {
        at++
        Object.assign(own, level())
        if (text[at++] !== ')') throw invalid(`Invalid field selection ${text}`)
      }
      if (text[at] !== ',') return mask
      at++
    }
  }
  const mask = level()
  if (at !== text.length) throw invalid(`Invalid field selection ${text}`)
  return mask
}
/** Only what a mask names; a name without more is taken whole. */
export function masked(value: unknown, mask: Mask): unknown {
  if (Object.keys(mask).length === 0 || '*' in mask) return value
  if (Array.isArray(value)) return value.map((element) => masked(element, mask))
  const object = objectOf(value)
  return Object.fromEntries(
    Object.entries(mask).flatMap(([name, more]) =>
      object[name] === undefined ? [] : [[name, masked(object[name], more)]],
    ),
  )
}
