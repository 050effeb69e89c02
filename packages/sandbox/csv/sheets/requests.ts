import { type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import type { SimContext } from '../../kit/simulator.ts'
import { GoogleError, invalid } from '../api/errors.ts'
import { grow, put, shift, usedRows } from './grid.ts'
import { areaOf, cellOf, numberOf, tabById } from '../api/input.ts'
import { blankTab, type File, type Rule, type Tab } from '../state.ts'

type Work = (context: SimContext, file: File, input: Json) => Json

const dimensionOf = (value: unknown): 'ROWS' | 'COLUMNS' => {
  if (value !== 'ROWS' && value !== 'COLUMNS') throw invalid('No dimension is specified.')
  return value
}
/** The mask of `updateCells` and `appendCells`: what of a cell is written. */
function mustMask(input: Json): void {
  if (!textOf(input['fields']))
    throw invalid("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
}

function write(tab: Tab, rows: unknown[], at: { row: number; column: number }): void {
  rows.forEach((row, i) =>
    listOf(objectOf(row)['values']).forEach((value, j) =>
      put(tab, at.row + i, at.column + j, cellOf(objectOf(value)['userEnteredValue'])),
    ),
  )
}

function addSheet(_: SimContext, file: File, input: Json): Json {
  const properties = objectOf(input['properties'])
  const title = textOf(properties['title']) || `Sheet${file.tabs.length + 1}`
  if (file.tabs.some((tab) => tab.title.toLowerCase() === title.toLowerCase()))
    throw invalid(`A sheet with the name "${title}" already exists. Please enter another name.`)
  const sheetId = numberOf(properties['sheetId'], Math.max(0, ...file.tabs.map((tab) => tab.sheetId)) + 1_000_003)
  file.tabs.push(blankTab(sheetId, title))
  return { addSheet: { properties: { sheetId, title, index: file.tabs.length - 1, sheetType: 'GRID' } } }
}

/** After the last row that holds anything in the sheet; rows are added where they are needed. */
function appendCells(_: SimContext, file: File, input: Json): Json {
  mustMask(input)
  const tab = tabById(file, numberOf(input['sheetId']))
  const rows = listOf(input['rows'])
  const from = usedRows(tab)
  if (from + rows.length > tab.rowCount) grow(tab, 'ROWS', from + rows.length - tab.rowCount)
  write(tab, rows, { row: from, column: 0 })
  return {}
}

function updateCells(_: SimContext, file: File, input: Json): Json {
  mustMask(input)
  const start = objectOf(input['start'])
  const tab = tabById(file, numberOf(start['sheetId']))
  write(tab, listOf(input['rows']), { row: numberOf(start['rowIndex']), column: numberOf(start['columnIndex']) })
  return {}
}

function appendDimension(_: SimContext, file: File, input: Json): Json {
  grow(tabById(file, numberOf(input['sheetId'])), dimensionOf(input['dimension']), numberOf(input['length']))
  return {}
}
const shifting =
  (direction: 1 | -1): Work =>
  (_, file, input) => {
    const range = objectOf(input['range'])
    const [start, end] = [numberOf(range['startIndex']), numberOf(range['endIndex'])]
    shift(tabById(file, numberOf(range['sheetId'])), dimensionOf(range['dimension']), start, direction * (end - start))
    return {}
  }

function setDataValidation(_: SimContext, file: File, input: Json): Json {
  const { tab, area } = areaOf(file, input['range'])
  const same = (entry: Tab['rules'][number]) => JSON.stringify(entry.area) === JSON.stringify(area)
  tab.rules = tab.rules.filter((entry) => !same(entry))
  if (input['rule'] !== undefined) tab.rules.push({ area, rule: objectOf(input['rule']) as Rule })
  return {}
}

function createDeveloperMetadata(context: SimContext, file: File, input: Json): Json {
  const metadata = objectOf(input['developerMetadata'])
  const range = objectOf(objectOf(metadata['location'])['dimensionRange'])
  const dimension = dimensionOf(range['dimension'])
  const index = numberOf(range['startIndex'])
  if (numberOf(range['endIndex']) !== index + 1) throw invalid('Developer metadata is noted at one row or column.')
  const visibility = textOf(metadata['visibility'])
  if (!textOf(metadata['metadataKey']) || !visibility) throw invalid('Developer metadata needs a key and a visibility.')
  const note = {
    id: context.store.nextNumber('metadata'),
    key: textOf(metadata['metadataKey']),
    value: textOf(metadata['metadataValue']),
    visibility,
    dimension,
    index,
  }
  tabById(file, numberOf(range['sheetId'])).notes.push(note)
  return { createDeveloperMetadata: { developerMetadata: { ...metadata, metadataId: note.id } } }
}

/** Those of the published requests that are played here. */
const works: Record<string, Work> = {
  addSheet,
  appendCells,
  updateCells,
  appendDimension,
  insertDimension: shifting(1),
  deleteDimension: shifting(-1),
  setDataValidation,
  createDeveloperMetadata,
}

/** @throws GoogleError, naming the request as Google does */
export function apply(context: SimContext, file: File, request: Json, index: number): Json {
  const [name = ''] = Object.keys(request)
  const work = Object.hasOwn(works, name) ? works[name] : undefined
  if (!work) throw invalid(`Invalid requests[${index}]: ${name} is not played here.`)
  try {
    return work(context, file, objectOf(request[name]))
  } catch (error) {
    if (error instanceof GoogleError) throw invalid(`Invalid requests[${index}].${name}: ${error.message}`)
    throw error
  }
}
