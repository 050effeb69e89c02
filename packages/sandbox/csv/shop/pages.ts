import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { cellAt, nameOf, put, shift, shown, sortRows, typed, usedRows } from '../sheets/grid.ts'
import { draftOf, type File, fileById, keep, type Tab } from '../state.ts'

/** Blank rows and columns that are shown behind what is filled. */
const spare = 2

/** What a person does with a sheet, by the name of the button. @param at which row or column */
const deeds: Record<string, (file: File, tab: Tab, at: number, form: URLSearchParams) => void> = {
  save(_, tab, __, form) {
    for (const [name, text] of form) {
      const [, row, column] = /^cell-(\d+)-(\d+)$/.exec(name) ?? []
      if (row === undefined || column === undefined) continue
      // What is unchanged stays what it is: a text of digits would become a number.
      if (shown(cellAt(tab, Number(row), Number(column))) !== text) put(tab, Number(row), Number(column), typed(text))
    }
  },
  up: (_, tab, column) => sortRows(tab, column, true),
  down: (_, tab, column) => sortRows(tab, column, false),
  insertRow: (_, tab, row) => shift(tab, 'ROWS', row, 1),
  deleteRow: (_, tab, row) => shift(tab, 'ROWS', row, -1),
  insertColumn: (_, tab, column) => shift(tab, 'COLUMNS', column, 1),
  deleteColumn: (_, tab, column) => shift(tab, 'COLUMNS', column, -1),
  rename(_, tab, __, form) {
    tab.title = form.get('title')?.trim() || tab.title
  },
  deleteSheet(file, tab) {
    // Google keeps one sheet at least.
    if (file.tabs.length > 1) file.tabs = file.tabs.filter((other) => other !== tab)
  },
}

/** A spreadsheet as a person sees it and changes it by hand; POST is a press of one of its buttons. */
export function editorPage(context: SimContext, request: SimRequest, id: string): SimAnswer {
  const file = fileById(context, id)
  if (!file)
    return htmlPage({
      status: 404,
      title: 'Page not found',
      main: '<main id="main"><p class="mark">Google Sheets sandbox</p><h1>Sorry, the file you have requested does not exist.</h1></main>',
    })
  if (request.method === 'POST') return press(context, request, file)
  const gid = Number(request.query.get('gid') ?? file.tabs[0]?.sheetId)
  const tab = file.tabs.find(({ sheetId }) => sheetId === gid) ?? file.tabs[0]
  return tab ? sheetPage(context, file, tab) : { status: 404, body: 'This spreadsheet has no sheet.' }
}

function press(context: SimContext, request: SimRequest, stored: File): SimAnswer {
  const form = new URLSearchParams(request.rawBody.toString('utf8'))
  const file = draftOf(stored)
  const tab = file.tabs.find(({ sheetId }) => String(sheetId) === form.get('sheet'))
  const [deed = '', at] = (form.get('do') ?? '').split(' ')
  const work = Object.hasOwn(deeds, deed) ? deeds[deed] : undefined
  if (!tab || !work) return { status: 400, body: 'There is no such sheet or button.' }
  work(file, tab, Number(at), form)
  keep(context, file)
  const shownTab = file.tabs.includes(tab) ? tab : file.tabs[0]
  return {
    status: 303,
    headers: { location: `${context.baseUrl}/spreadsheets/d/${file.id}/edit?gid=${shownTab?.sheetId}` },
  }
}

const button = (deed: string, label: string, name = label): string =>
  `<button type="submit" name="do" value="${deed}" aria-label="${escapeHtml(name)}">${escapeHtml(label)}</button>`

function sheetPage(context: SimContext, file: File, tab: Tab): SimAnswer {
  const height = Math.min(tab.rowCount, usedRows(tab) + spare)
  const width = Math.min(tab.columnCount, Math.max(1, ...tab.cells.map((row) => row.length)) + spare)
  const columns = Array.from({ length: width }, (_, column) => nameOf(0, column).slice(0, -1))
  const head = columns.map(
    (name, at) =>
      `<th scope="col">${name} ${button(`up ${at}`, '↑', `Sort by ${name} from A to Z`)}${button(`down ${at}`, '↓', `Sort by ${name} from Z to A`)}${button(`insertColumn ${at}`, '+', `Insert a column before ${name}`)}${button(`deleteColumn ${at}`, '×', `Delete column ${name}`)}</th>`,
  )
  const rows = Array.from({ length: height }, (_, row) => {
    const cells = columns.map((_name, column) => {
      const cell = cellAt(tab, row, column)
      const text = typeof cell === 'object' && cell ? cell.formula : shown(cell)
      return `<td><input name="cell-${row}-${column}" value="${escapeHtml(text)}" aria-label="${nameOf(row, column)}"></td>`
    })
    const deed = `${button(`insertRow ${row}`, '+', `Insert a row above ${row + 1}`)}${button(`deleteRow ${row}`, '×', `Delete row ${row + 1}`)}`
    return `<tr><th scope="row">${row + 1} ${deed}</th>${cells.join('')}</tr>`
  })
  const address = `${context.baseUrl}/spreadsheets/d/${file.id}/edit`
  const tabs = file.tabs.map((other) =>
    other === tab
      ? `<strong>${escapeHtml(other.title)}</strong>`
      : `<a href="${address}?gid=${other.sheetId}">${escapeHtml(other.title)}</a>`,
  )
  return htmlPage({
    title: `${file.title} - Google Sheets sandbox`,
    main: `<main id="main">
<p class="mark">Google Sheets sandbox</p>
<h1>${escapeHtml(file.title)}</h1>
<form method="post" action="${address}">
<input type="hidden" name="sheet" value="${tab.sheetId}">
<p class="buttons">${button('save', 'Save')} ${button('deleteSheet', 'Delete this sheet')}
<label>Sheet name <input name="title" value="${escapeHtml(tab.title)}"></label> ${button('rename', 'Rename')}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Cells"><table><thead><tr><td></td>${head.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
</form>
<p>Sheets: ${tabs.join(' · ')}</p>
</main>`,
  })
}
