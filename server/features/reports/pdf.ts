import type { ReportCell, ReportDocument, ReportTable } from '#domain/analytics/report.ts'
import { changeText } from '#domain/analytics/report.ts'
import { fonts, typesetter, type Weight } from '../../pdf/fonts.ts'

/** Points; A4 with 12 mm around it, as the page prints. */
const PAGE = { width: 595.28, height: 841.89, margin: 34 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - 16
const ROW = 17
const BAR = 110
const colors = { text: '#18181b', muted: '#5f5f68', line: '#e4e4e7', bar: '#3f6fd8' }

type Kind = ReportTable['columns'][number]['kind']
interface Box {
  x: number
  y: number
  width: number
}
interface Look {
  size?: number
  weight?: Weight
  color?: string
  align?: 'left' | 'right'
}

/** A cell as people read it. */
function shown(cell: ReportCell, kind: Kind, currency: string): string {
  if (cell === null) return '–'
  if (typeof cell === 'string') return cell
  if (kind === 'money')
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cell / 100).replace('-', '−')
  if (kind === 'percent') return `${cell}%`
  return new Intl.NumberFormat('en-US', kind === 'decimal' ? { minimumFractionDigits: 1 } : {}).format(cell)
}

/** A report on paper, as the bytes of a PDF. @param address of the page that shows the same @param made when it was made, which the file notes */
export async function pdfOf(report: ReportDocument, address: string, made: Date): Promise<Buffer> {
  // Loaded with the first report: most processes never make one.
  const { default: Pdf } = await import('pdfkit')
  const doc = new Pdf({
    size: 'A4',
    margin: PAGE.margin,
    bufferPages: true,
    lang: 'en',
    pdfVersion: '1.7',
    displayTitle: true,
    info: { Title: report.title, Author: 'Motto', CreationDate: made },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  for (const { name, file } of fonts()) doc.registerFont(name, file)
  new Sheet(doc, report.currency).draw(report, address)
  doc.end()
  return finished
}

/** Draws from the top downwards, and begins a page where one is full. */
class Sheet {
  private y = PAGE.margin
  private readonly runs = typesetter()
  private readonly doc: PDFKit.PDFDocument
  private readonly currency: string
  constructor(doc: PDFKit.PDFDocument, currency: string) {
    this.doc = doc
    this.currency = currency
  }

  draw(report: ReportDocument, address: string): void {
    this.line('Analytics Report', { size: 9, color: colors.muted })
    this.line(report.title, { size: 18, weight: 'bold' })
    for (const line of report.lines) this.line(line, { size: 9, color: colors.muted })
    const at = this.y
    this.line('Open this in Motto', { size: 9, color: colors.bar })
    this.doc.link(PAGE.margin, at, this.width('Open this in Motto', 9, 'regular'), this.y - at, address)
    this.y += 8
    this.figures(report)
    for (const note of report.notes) this.line(note, { size: 9, color: colors.muted })
    for (const table of report.tables) this.table(table)
    this.numbers(report.title)
  }

  private width(text: string, size: number, weight: Weight): number {
    return this.runs(text, weight).reduce(
      (all, run) => all + this.doc.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    )
  }

  /** A text in one line; what has no room is cut. */
  private put(text: string, { x, y, width }: Box, look: Look = {}): void {
    const { size = 9, weight = 'regular', color = colors.text, align = 'left' } = look
    let fitting = text
    while (fitting.length > 1 && this.width(fitting, size, weight) > width)
      fitting = `${fitting.slice(0, Math.max(0, Math.floor(fitting.length * 0.9) - 1))}…`
    let at = align === 'right' ? x + width - this.width(fitting, size, weight) : x
    for (const run of this.runs(fitting, weight)) {
      this.doc.font(run.font).fontSize(size).fillColor(color).text(run.text, at, y, { lineBreak: false })
      at += this.doc.widthOfString(run.text)
    }
  }

  private line(text: string, look: Look & { size: number }): void {
    const height = look.size * 1.45
    this.room(height)
    this.put(text, { x: PAGE.margin, y: this.y, width: WIDTH }, look)
    this.y += height
  }

  /** @returns whether a page began */
  private room(height: number): boolean {
    if (this.y + height <= BOTTOM) return false
    this.doc.addPage()
    this.y = PAGE.margin
    return true
  }

  private rule(): void {
    this.doc
      .moveTo(PAGE.margin, this.y - 3)
      .lineTo(PAGE.margin + WIDTH, this.y - 3)
      .lineWidth(0.5)
      .strokeColor(colors.line)
      .stroke()
  }

  private figures({ figures }: ReportDocument): void {
    const columns = [WIDTH - 300, 110, 110, 80]
    const row = (cells: string[], look: Look) => {
      let x = PAGE.margin
      cells.forEach((cell, n) => {
        const width = columns[n] ?? 0
        this.put(cell, { x, y: this.y, width: width - 6 }, { ...look, align: n === 0 ? 'left' : 'right' })
        x += width
      })
      this.y += ROW
      this.rule()
    }
    row(['Key figures', 'This period', 'Previous period', 'Change'], { color: colors.muted, size: 8 })
    for (const { name, kind, now, before } of figures) {
      this.room(ROW)
      const cells = [now, before].map((cell) => shown(cell, kind, this.currency))
      row([name, ...cells, changeText(now, before)], {})
    }
  }

  private table(table: ReportTable): void {
    const { title, columns, rows, bar, empty, printed } = table
    // A heading never stands alone at the foot of a page.
    this.room(16 + 22 + ROW * 3)
    this.y += 16
    this.line(title, { size: 12, weight: 'bold' })
    this.y += 4
    if (rows.length === 0) return this.line(empty, { size: 9, color: colors.muted })
    const numbers = columns.length - 1
    const each = Math.min(90, (WIDTH - BAR - 120) / numbers)
    const first = WIDTH - BAR - numbers * each
    const widths = [first, ...Array.from({ length: numbers }, () => each)]
    const head = () =>
      this.cells(
        columns.map(({ name }) => name),
        widths,
        { color: colors.muted, size: 8 },
      )
    head()
    const most = Math.max(1, ...rows.map((row) => Number(bar === undefined ? 0 : row[bar])))
    for (const row of rows.slice(0, printed)) {
      if (this.room(ROW)) head()
      if (bar !== undefined) this.bar(Number(row[bar]) / most)
      this.cells(
        row.map((cell, n) => shown(cell, columns[n]?.kind ?? 'text', this.currency)),
        widths,
        {},
      )
    }
    if (rows.length > printed)
      this.line(`${rows.length - printed} more in the CSV file.`, { size: 9, color: colors.muted })
  }

  private bar(share: number): void {
    if (share <= 0) return
    this.doc.rect(PAGE.margin + WIDTH - BAR + 8, this.y + 2, Math.max(1, (BAR - 8) * share), 7).fill(colors.bar)
  }

  private cells(cells: readonly string[], widths: readonly number[], look: Look): void {
    let x = PAGE.margin
    cells.forEach((cell, n) => {
      const width = widths[n] ?? 0
      this.put(cell, { x, y: this.y, width: width - 8 }, { ...look, align: n === 0 ? 'left' : 'right' })
      x += width
    })
    this.y += ROW
    this.rule()
  }

  private numbers(title: string): void {
    const { start, count } = this.doc.bufferedPageRange()
    for (let page = start; page < start + count; page += 1) {
      this.doc.switchToPage(page)
      // Below the margin the library would begin a page.
      this.doc.page.margins.bottom = 0
      const y = PAGE.height - PAGE.margin - 8
      this.put(title, { x: PAGE.margin, y, width: WIDTH - 80 }, { size: 8, color: colors.muted })
      this.put(
        `${page + 1} of ${count}`,
        { x: PAGE.margin + WIDTH - 70, y, width: 70 },
        { size: 8, color: colors.muted, align: 'right' },
      )
    }
  }
}
