/** A block of cells as spreadsheets put it on the clipboard: tabs between cells, line breaks between rows, quotes around values that contain either. */
export type Block = readonly (readonly string[])[]

const needsQuotes = /[\t\n\r]|^"/

export const writeBlock = (block: Block): string =>
  block
    .map((row) => row.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\r\n')

/** Reads what a spreadsheet, or anything else, has put on the clipboard. The line break at its end begins no row. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const cell = text[at] === '"' ? quoted(text, at) : bare(text, at)
    row.push(cell.text)
    at = cell.end
    const next = text[at]
    if (next === '\t') {
      at++
      continue
    }
    rows.push(row)
    row = []
    if (next === undefined) break
    at += next === '\r' && text[at + 1] === '\n' ? 2 : 1
    if (at === text.length) break
  }
  return rows
}

interface Cell {
  text: string
  /** Where its separator stands. */
  end: number
}

function bare(text: string, from: number): Cell {
  let end = from
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end++
  return { text: text.slice(from, end), end }
}

/** A quote that is never closed, or is closed in the middle of a cell, is part of the text: `"Best" lens`, `5"`. */
function quoted(text: string, from: number): Cell {
  let at = from + 1
  let inside = ''
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return bare(text, from)
    inside += text.slice(at, close)
    if (text[close + 1] === '"') {
      inside += '"'
      at = close + 2
      continue
    }
    const next = text[close + 1]
    const closed = next === undefined || next === '\t' || next === '\n' || next === '\r'
    return closed ? { text: inside, end: close + 1 } : bare(text, from)
  }
}
