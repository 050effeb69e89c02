import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const packages = createRequire(import.meta.url)
/** Inter comes in parts by script; together they write Latin, Greek and Cyrillic alphabets. */
const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const
const weights = { regular: 400, bold: 700 } as const
export type Weight = keyof typeof weights
export interface Font {
  name: string
  file: Buffer
}
/** A stretch of text that one part of the font writes. */
export interface Run {
  font: string
  text: string
}

/** Stands for what the font cannot write, such as Chinese; the file beside the page has it. */
const UNKNOWN = '?'
const nameOf = (script: string, weight: Weight) => `${script}-${weight}`

export const fonts = (): Font[] =>
  (Object.keys(weights) as Weight[]).flatMap((weight) =>
    scripts.map((script) => ({
      name: nameOf(script, weight),
      file: readFileSync(packages.resolve(`@fontsource/inter/files/inter-${script}-${weights[weight]}-normal.woff`)),
    })),
  )

type Range = readonly [first: number, last: number]
/** `U+0100-02BA,U+02BD` of the font's own table. */
const rangesOf = (text: string): Range[] =>
  text.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })

/** Tells which part of the font writes a character. */
const scriptTeller = () => {
  const table = JSON.parse(readFileSync(packages.resolve('@fontsource/inter/unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  const parts = scripts.map((script) => ({ script, ranges: rangesOf(table[script] ?? '') }))
  return (point: number) =>
    parts.find(({ ranges }) => ranges.some(([first, last]) => first <= point && point <= last))?.script
}
let tellScript: ReturnType<typeof scriptTeller> | undefined
const scriptOf = (point: number) => (tellScript ??= scriptTeller())(point)

/** What stands for blanks and for what nobody sees. */
const BLANK = /[\s\p{C}]+/gu

/** Whether a text has characters that the font cannot write. */
export const unwritable = (text: string): boolean =>
  [...text.replaceAll(BLANK, ' ')].some((character) => scriptOf(character.codePointAt(0) ?? 0) === undefined)

/** How a text is cut into stretches of one part of the font each. */
export const typesetter =
  () =>
  (text: string, weight: Weight): Run[] => {
    const runs: Run[] = []
    for (const character of text.replaceAll(BLANK, ' ')) {
      const script = scriptOf(character.codePointAt(0) ?? 0)
      const run = { font: nameOf(script ?? 'latin', weight), text: script ? character : UNKNOWN }
      const last = runs.at(-1)
      if (last?.font === run.font) last.text += run.text
      else runs.push(run)
    }
    return runs
  }
