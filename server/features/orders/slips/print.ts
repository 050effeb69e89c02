import { createRequire } from 'node:module'
import type { SlipPaper } from '#contract/orders/slips.ts'
import { sheets, slipParts } from '#domain/orders/slips/sheets.ts'
import { isScannable, type Slip, totalOf } from '#domain/orders/slips/slip.ts'
import { fonts, typesetter, type Weight } from '../../../pdf/fonts.ts'

/** Points. */
const MM = 72 / 25.4
/** Widths of words that are remembered: the same stand on every slip. */
const MOST_WIDTHS = 5000
const SIZE = 9
const LINE = 12.5
/** Of an address' line, and of a title: more would fill a page by itself. */
const MOST_LINES = { address: 3, title: 16 }
const BARS = { height: slipParts.bars.height * MM, width: slipParts.bars.width * MM, gap: 3 }
/** Below a line of the order: a gap, and its rule. */
const RULED = 5
/** The name, the number of the page and the heads of the columns, where a slip goes on. */
const CONTINUED = 3 * LINE + 7
const INK = '#111111'
const RULE = '#cccccc'

type Barcode = (into: object, code: string, options: object) => void
/** The modules of a Code 128, dark or light. */
function modulesOf(draw: Barcode, code: string): string {
  const into: { encodings?: { data: string }[] } = {}
  draw(into, code, { format: 'CODE128' })
  return (into.encodings ?? []).map(({ data }) => data).join('')
}

const cut = (lines: readonly string[], most = lines.length): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1]}…`] : lines

/** A line of the order as it is drawn. */
interface Row {
  quantity: string
  titles: readonly string[]
  skus: readonly string[]
  bars: string
  height: number
}

const pageText = (page: number, pages: readonly unknown[]) => `Page ${page} of ${pages.length}`

/** What the types of pdfkit leave out. @see https://pdfkit.org/docs/images.html */
type Opening = PDFKit.PDFDocument & { openImage(src: Buffer): PDFKit.Mixins.ImageSrc }

export interface About {
  paper: SlipPaper
  sender: string
  returnAddress: readonly string[]
  /** As JPEG. */
  logo: Uint8Array | null
  timeZone: string
  made: Date
}

/** Draws slips one after the other, each on pages of its own, and gives the bytes away as they are made. */
export class SlipPrinter {
  private readonly doc: PDFKit.PDFDocument
  private readonly barcode: Barcode
  private readonly about: About
  private readonly page: { width: number; height: number; margin: number }
  private readonly logo: PDFKit.Mixins.ImageSrc | undefined
  private readonly runs = typesetter()
  private readonly day: Intl.DateTimeFormat
  private readonly widths = new Map<string, number>()
  private chunks: Buffer[] = []
  private y = 0

  /** What draws is loaded with the first document: most processes never make one. */
  static async open(about: About): Promise<SlipPrinter> {
    const { default: Pdf } = await import('pdfkit')
    const barcode = createRequire(import.meta.url)('jsbarcode') as Barcode
    return new SlipPrinter(Pdf, barcode, about)
  }

  private constructor(
    Pdf: new (options: PDFKit.PDFDocumentOptions) => PDFKit.PDFDocument,
    barcode: Barcode,
    about: About,
  ) {
    this.about = about
    this.barcode = barcode
    const { width, height, margin } = sheets[about.paper]
    this.page = { width: width * MM, height: height * MM, margin: margin * MM }
    this.day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: about.timeZone })
    this.doc = new Pdf({
      autoFirstPage: false,
      size: [this.page.width, this.page.height],
      margin: 0,
      lang: 'en',
      pdfVersion: '1.7',
      displayTitle: true,
      info: { Title: 'Packing Slips', Author: 'Motto', CreationDate: about.made },
    })
    // Opened once: every slip shows the same picture of the document.
    this.logo = about.logo ? (this.doc as Opening).openImage(Buffer.from(about.logo)) : undefined
    for (const { name, file } of fonts()) this.doc.registerFont(name, file)
    this.doc.on('data', (chunk: Buffer) => this.chunks.push(chunk))
  }

  /** What was made and not taken yet. */
  take(): Buffer {
    const bytes = Buffer.concat(this.chunks)
    this.chunks = []
    return bytes
  }

  async end(): Promise<void> {
    // A document has a page.
    if (this.y === 0) {
      this.begin()
      this.text('No packing slips', { x: this.page.margin, width: this.width }, { size: 14, weight: 'bold' })
    }
    const over = new Promise((resolve, reject) => {
      this.doc.on('end', resolve)
      this.doc.on('error', reject)
    })
    this.doc.end()
    await over
  }

  print(slip: Slip): void {
    this.begin()
    const { margin } = this.page
    const half = { width: this.width / 2 - 6 }
    const right = { x: margin + this.width / 2 + 6, ...half }
    const left = { x: margin, ...half }
    const top = this.y
    const titled = this.text('Packing Slip', left, { size: 14, weight: 'bold' })
    this.y = top
    this.y = Math.max(titled, this.sender(right)) + 8
    const facts = this.y
    this.text('Ship To', left, { weight: 'bold' })
    for (const line of slip.to) this.text(line, left, { most: MOST_LINES.address })
    const addressed = this.y
    this.y = facts
    this.text('Order', right, { weight: 'bold' })
    this.text(slip.name, right, { most: MOST_LINES.address })
    if (isScannable(slip.name)) {
      this.bars(slip.name, right.x, this.y)
      this.y += BARS.height + BARS.gap
    }
    this.text(this.day.format(slip.orderDate), right)
    const dated = this.y
    // Below the date there is room for the number of the page.
    this.y = Math.max(addressed, dated + LINE) + 8
    this.head()
    const pages = this.paged(slip)
    if (pages.length > 1) this.put(pageText(1, pages), right.x, dated)
    pages.forEach((rows, at) => {
      if (at > 0) this.next(slip, pageText(at + 1, pages))
      for (const row of rows) this.row(row)
    })
    this.y += 4
    this.text(totalOf(slip), { x: margin, width: this.width })
  }

  /** Whose parcel it is, and where it goes back to. @returns where it ends */
  private sender(box: { x: number; width: number }): number {
    if (this.logo) {
      const { width, height } = slipParts.logo
      this.doc.image(this.logo, box.x, this.y, { fit: [Math.min(width * MM, box.width), height * MM] })
      this.y += height * MM + BARS.gap
    }
    this.text(this.about.sender, box, { most: MOST_LINES.address })
    for (const line of this.about.returnAddress) this.text(line, box, { most: MOST_LINES.address })
    return this.y
  }

  /** Which lines stand on which page, from where the first page is now; the sum of the pieces fits below the last. */
  private paged(slip: Slip): Row[][] {
    const rows = slip.lines.map((line) => this.measured(line))
    const pages: Row[][] = [[]]
    let y = this.y
    for (const row of rows) {
      if (y + row.height > this.bottom) {
        pages.push([])
        y = this.page.margin + CONTINUED
      }
      pages.at(-1)?.push(row)
      y += row.height
    }
    if (y + 4 + LINE > this.bottom) pages.push([])
    return pages
  }

  private get width(): number {
    return this.page.width - 2 * this.page.margin
  }
  private get bottom(): number {
    return this.page.height - this.page.margin
  }
  /** Quantity, title, SKU with its bars. */
  private get columns() {
    const { margin } = this.page
    const last = BARS.width + 4
    return {
      quantity: { x: margin, width: 44 },
      title: { x: margin + 48, width: this.width - last - 54 },
      sku: { x: margin + this.width - last, width: last },
    }
  }

  private begin(): void {
    this.doc.addPage()
    this.y = this.page.margin
  }

  /** Goes on with a slip on another page. */
  private next(slip: Slip, page: string): void {
    this.begin()
    const { margin } = this.page
    this.text(slip.name, { x: margin, width: this.width }, { weight: 'bold', most: 1 })
    this.text(page, { x: margin, width: this.width })
    this.y += 4
    this.head()
  }

  private head(): void {
    const { quantity, title, sku } = this.columns
    const top = this.y
    for (const [name, column] of [
      ['Quantity', quantity],
      ['Title', title],
      ['SKU', sku],
    ] as const) {
      this.y = top
      this.text(name, column, { weight: 'bold' })
    }
    this.rule(INK)
  }

  private measured({ quantity, title, sku }: Slip['lines'][number]): Row {
    const columns = this.columns
    const titles = cut(this.wrap(title, columns.title.width), MOST_LINES.title)
    const skus = cut(this.wrap(sku || '–', columns.sku.width), MOST_LINES.title)
    const bars = isScannable(sku) ? sku : ''
    const high = Math.max(titles.length * LINE, skus.length * LINE + (bars ? BARS.height + BARS.gap : 0))
    return { quantity: quantity.toLocaleString('en-US'), titles, skus, bars, height: high + RULED }
  }

  private row({ quantity, titles, skus, bars, height }: Row): void {
    const columns = this.columns
    const top = this.y
    this.put(quantity, columns.quantity.x, top, 'bold')
    titles.forEach((line, n) => this.put(line, columns.title.x, top + n * LINE))
    skus.forEach((line, n) => this.put(line, columns.sku.x, top + n * LINE))
    if (bars) this.bars(bars, columns.sku.x, top + skus.length * LINE)
    this.y = top + height - 3
    this.rule(RULE)
  }

  private rule(color: string): void {
    const { margin } = this.page
    this.doc
      .moveTo(margin, this.y)
      .lineTo(margin + this.width, this.y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke()
    this.y += 3
  }

  private bars(code: string, x: number, y: number): void {
    const modules = modulesOf(this.barcode, code)
    // A scanner wants no module narrower than this, and none so wide that a short code becomes a wall.
    const each = Math.min(1.1, BARS.width / modules.length)
    for (const { 0: dark, index } of modules.matchAll(/1+/g))
      this.doc.rect(x + index * each, y, dark.length * each, BARS.height)
    this.doc.fill(INK)
  }

  private widthOf(text: string, size: number, weight: Weight): number {
    const key = `${size} ${weight} ${text}`
    const known = this.widths.get(key)
    if (known !== undefined) return known
    const width = this.runs(text, weight).reduce(
      (all, run) => all + this.doc.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    )
    if (this.widths.size >= MOST_WIDTHS) this.widths.clear()
    this.widths.set(key, width)
    return width
  }

  /** A text in lines of a width; a word that is longer is broken. */
  private wrap(text: string, width: number, size = SIZE, weight: Weight = 'regular'): string[] {
    const lines: string[] = []
    let line = ''
    const fits = (some: string) => this.widthOf(some, size, weight) <= width
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const joined = line ? `${line} ${word}` : word
      if (fits(joined)) {
        line = joined
        continue
      }
      if (line) lines.push(line)
      line = ''
      for (const character of word) {
        if (line && !fits(line + character)) {
          lines.push(line)
          line = ''
        }
        line += character
      }
    }
    return line || lines.length === 0 ? [...lines, line] : lines
  }

  private put(text: string, x: number, y: number, weight: Weight = 'regular', size = SIZE): void {
    let at = x
    for (const run of this.runs(text, weight)) {
      this.doc.font(run.font).fontSize(size).fillColor(INK).text(run.text, at, y, { lineBreak: false })
      at += this.doc.widthOfString(run.text)
    }
  }

  /** Writes a text from the top downwards. @returns where it ends */
  private text(
    text: string,
    box: { x: number; width: number },
    look: { size?: number; weight?: Weight; most?: number } = {},
  ): number {
    const { size = SIZE, weight = 'regular' } = look
    for (const line of cut(this.wrap(text, box.width, size, weight), look.most)) {
      this.put(line, box.x, this.y, weight, size)
      this.y += (size / SIZE) * LINE
    }
    return this.y
  }
}
