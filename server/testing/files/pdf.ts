import { inflateSync } from 'node:zlib'

export interface PdfPage {
  width: number
  height: number
  /** In the order in which it was written, with blanks where another begins. */
  text: string
  /** How far text and bars reach, from the left and from above. */
  right: number
  bottom: number
  /** By the height at which they stand: the bars of one code. */
  bars: { x: number; width: number }[][]
}

interface Font {
  letters: ReadonlyMap<number, string>
  widths: readonly number[]
}

/** Reads a PDF as `pdfkit` writes it. */
export async function pdfText(file: Buffer): Promise<PdfPage[]> {
  const raw = file.toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(id, body)
  const at = (id: string | undefined) => objects.get(id ?? '') ?? ''
  const refs = (text: string, name: string) =>
    [...(new RegExp(`/${name} (\\[[^\\]]*\\]|\\d+ 0 R)`).exec(text)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(
      ([, id]) => id,
    )
  const stream = (id: string | undefined) => {
    const body = at(id)
    const begin = body.indexOf('stream\n') + 7
    const bytes = Buffer.from(body.slice(begin, body.lastIndexOf('\nendstream')), 'latin1')
    return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
  }
  const fonts = new Map<string, Font>()
  const fontOf = (id: string): Font => {
    const known = fonts.get(id)
    if (known) return known
    const made = {
      letters: lettersOf(stream(refs(at(id), 'ToUnicode')[0])),
      widths: widthsOf(at(refs(at(id), 'DescendantFonts')[0])),
    }
    fonts.set(id, made)
    return made
  }
  const tree = [...objects.values()].find((body) => body.includes('/Type /Pages')) ?? ''
  return refs(tree, 'Kids').map((id) => {
    const page = at(id)
    const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? []
    const resources = at(refs(page, 'Resources')[0])
    const named = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font = '']) => [name, fontOf(font)]),
    )
    return {
      width: Number(width),
      height: Number(height),
      ...drawn(stream(refs(page, 'Contents')[0]), named, Number(height)),
    }
  })
}

/** Glyphs of a font by the letters that they show. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  const text = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, first = '', , all = ''] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    all
      .trim()
      .split(/\s+/)
      .forEach((hex, n) => letters.set(Number.parseInt(first, 16) + n, text(hex.replaceAll(/[<>]/g, ''))))
  return letters
}

const widthsOf = (font: string): number[] =>
  (/\/W \[0 \[([^\]]*)\]/.exec(font)?.[1] ?? '').trim().split(/\s+/).map(Number)

function drawn(content: string, fonts: ReadonlyMap<string, Font>, height: number) {
  let text = ''
  /** Where the last stretch ended: one that goes on there is of the same word. */
  let end = { x: Number.NaN, y: Number.NaN }
  let [font, size, x, y, right, bottom]: [Font | undefined, number, number, number, number, number] = [
    undefined,
    0,
    0,
    0,
    0,
    0,
  ]
  const bars = new Map<string, { x: number; width: number }[]>()
  for (const line of content.split('\n')) {
    const numbers = (line.match(/-?[\d.]+/g) ?? []).map(Number)
    const named = /^\/(F\d+) ([\d.]+) Tf/.exec(line)
    if (named) [font, size] = [fonts.get(named[1] ?? ''), Number(named[2])]
    else if (line.endsWith(' Tm')) [x = 0, y = 0] = numbers.slice(4)
    else if (line.endsWith(' TJ')) {
      const glyphs = [...line.matchAll(/<(\w+)>/g)]
        .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        .map((hex) => Number.parseInt(hex, 16))
      const goesOn = y === end.y && Math.abs(x - end.x) < 0.5
      text += `${goesOn ? '' : ' '}${glyphs.map((glyph) => font?.letters.get(glyph) ?? '\uFFFD').join('')}`
      end = { x: x + glyphs.reduce((sum, glyph) => sum + ((font?.widths[glyph] ?? 0) * size) / 1000, 0), y }
      right = Math.max(right, end.x)
      bottom = Math.max(bottom, height - y)
    } else if (line.endsWith(' re')) {
      const [left = 0, top = 0, wide = 0, tall = 0] = numbers
      right = Math.max(right, left + wide)
      bottom = Math.max(bottom, top + tall)
      bars.set(String(top), [...(bars.get(String(top)) ?? []), { x: left, width: wide }])
    }
  }
  return { text: text.replaceAll(/\s+/g, ' ').trim(), right, bottom, bars: [...bars.values()] }
}
