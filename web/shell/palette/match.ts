/** How well a name fits what is typed, best first. */
export const fits = { exactly: 0, byStart: 1, byWords: 2, byPart: 3, bySynonym: 4, almost: 5 } as const
export type Fit = (typeof fits)[keyof typeof fits]

/** Words that people type around what they look for. */
const fillers = new Set('a an the my your to of in on for from with how do can i and all'.split(' '))

export const plain = (text: string): string => text.trim().toLowerCase().replaceAll('’', "'")
const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}']+/gu) ?? []

/** A plural finds its singular: "labels" finds "label". */
const stem = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)

/** How many letters differ at most in a word that is mistyped. */
const mistakes = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** The number of letters to add, drop, change or swap with a neighbor until both words are equal. */
export function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const change = at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1])
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min(change, at(i - 1, j) + 1, at(i, j - 1) + 1, swapped ? at(i - 2, j - 2) + 1 : change))
    }
  }
  return at(a.length, b.length)
}

const begins = (typed: string) => (word: string) => word.startsWith(stem(typed))
const almost = (typed: string) => (word: string) =>
  [word, word.slice(0, typed.length)].some((start) => distance(typed, start) <= mistakes(typed))
const each = (typed: readonly string[], words: readonly string[], is: (typed: string) => (word: string) => boolean) =>
  typed.every((word) => words.some(is(word)))

/** How well a name with its synonyms fits what is typed; nothing if it does not. */
export function fitOf(typed: string, name: string, synonyms: readonly string[] = []): Fit | undefined {
  const text = plain(typed)
  const called = plain(name)
  if (called === text) return fits.exactly
  if (called.startsWith(text)) return fits.byStart
  const all = wordsOf(text)
  const meant = all.filter((word) => !fillers.has(word))
  const looked = meant.length > 0 ? meant : all
  if (looked.length === 0) return called.includes(text) ? fits.byPart : undefined
  const own = wordsOf(name)
  const others = [...own, ...synonyms.flatMap(wordsOf)]
  if (each(looked, own, begins)) return fits.byWords
  if (called.includes(text)) return fits.byPart
  if (each(looked, others, begins)) return fits.bySynonym
  return each(looked, others, almost) ? fits.almost : undefined
}
