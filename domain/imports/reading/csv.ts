/** One record of a file, and the line that it begins on, counted from 1 as an editor does. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** More than this in one cell is no spreadsheet but a quotation mark that was never closed. */
const CELL_LENGTH = 2_000_000
/** A record larger than this, or with more cells, is not a table. Several records are in memory at once. */
const RECORD_LENGTH = 4_000_000
const MOST_CELLS = 16_384

export class Unreadable extends Error {}

/**
 * Reads separated values as they come, in parts of any length (RFC 4180, and what spreadsheets make of it: any separator, any line end, text
 * behind a closing quotation mark). Cells stay as they are written. Empty lines and zero bytes are left out.
 */
export class CsvReader {
  readonly #separator: string
  readonly #records: CsvRecord[] = []
  #cells: string[] = []
  #cell = ''
  /** Characters of the record's cells before this one. */
  #length = 0
  #quoted = false
  #line = 1
  #began = 1
  /** The last part ended with a carriage return or a quotation mark, whose meaning depends on what follows. */
  #held = ''

  constructor(separator: string) {
    this.#separator = separator
  }

  /** @returns the records that are complete. @throws Unreadable */
  push(part: string): CsvRecord[] {
    const text = this.#held + (part.includes('\0') ? part.replaceAll('\0', '') : part)
    this.#held = ''
    this.#read(text)
    return this.#records.splice(0)
  }

  /** @returns the last records. @throws Unreadable when a quotation mark is never closed */
  end(): CsvRecord[] {
    const pending = this.#held
    this.#held = ''
    if (pending === '"') this.#quoted = false
    if (pending === '\r') this.#newLine()
    if (this.#quoted) throw new Unreadable(`Line ${this.#began} has an opening quotation mark without a closing one.`)
    this.#endRecord()
    return this.#records.splice(0)
  }

  #read(text: string): void {
    let at = 0
    while (at < text.length) at = this.#quoted ? this.#readQuoted(text, at) : this.#readPlain(text, at)
  }

  #readQuoted(text: string, from: number): number {
    const end = closingQuote(text, from)
    const inside = text.slice(from, end)
    this.#add(inside.includes('"') ? inside.replaceAll('""', '"') : inside)
    if (end === text.length) return end
    if (end === text.length - 1) {
      this.#held = '"'
      return text.length
    }
    this.#quoted = false
    return end + 1
  }

  #readPlain(text: string, from: number): number {
    let at = from
    for (; at < text.length; at += 1) {
      const c = text[at]
      if (c === this.#separator || c === '\n' || c === '\r') break
      if (c === '"' && at === from && this.#cell === '') {
        this.#quoted = true
        return at + 1
      }
    }
    if (at > from) this.#cell += text.slice(from, at)
    this.#checkLength()
    const c = text[at]
    if (c === undefined) return at
    if (c === '\r' && at === text.length - 1) {
      this.#held = c
      return text.length
    }
    if (c === this.#separator) this.#endCell()
    else this.#newLine()
    return c === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
  }

  #add(text: string): void {
    this.#cell += text
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.#line += 1
    if (this.#cell.length > CELL_LENGTH)
      throw new Unreadable(`Line ${this.#began} has an opening quotation mark without a closing one.`)
    this.#checkLength()
  }

  #checkLength(): void {
    if (this.#length + this.#cell.length > RECORD_LENGTH)
      throw new Unreadable(`Line ${this.#began} has more than ${RECORD_LENGTH.toLocaleString('en-US')} characters.`)
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#length += this.#cell.length
    this.#cell = ''
    if (this.#cells.length > MOST_CELLS) throw new Unreadable(`Line ${this.#began} has more than ${MOST_CELLS} cells.`)
  }

  #newLine(): void {
    this.#endRecord()
    this.#line += 1
    this.#began = this.#line
  }

  #endRecord(): void {
    if (this.#cells.length === 0 && this.#cell === '') return
    this.#endCell()
    if (this.#cells.some((cell) => cell.trim() !== '')) this.#records.push({ line: this.#began, cells: this.#cells })
    this.#cells = []
    this.#length = 0
  }
}

/** Where a quotation mark stands that is not doubled, or may be the first half of a doubled one; the length of the text where none does. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < 0 ? text.length : at
}
