/** Words that a text has for many reasons, and that therefore suggest no value. */
const common = new Set(['yes', 'no', 'none', 'other', 'unknown', 'any', 'all', 'new', 'used', 'one', 'not'])
/** Longer values are not looked for, and texts only so far. */
const longestWords = 5
const mostWords = 600
const mostChoices = 2

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+(?:[./'’+&-][\p{L}\p{N}]+)*/gu) ?? []

/** Every phrase of up to five words that texts contain, in one spelling. */
export function phrasesOf(texts: readonly string[]): ReadonlySet<string> {
  const phrases = new Set<string>()
  for (const text of texts) {
    const words = wordsOf(text).slice(0, mostWords)
    words.forEach((_, from) => {
      for (let n = 1; n <= longestWords && from + n <= words.length; n++)
        phrases.add(words.slice(from, from + n).join(' '))
    })
  }
  return phrases
}

/**
 * The values of an attribute that stand word for word in a product's texts, the longest first: "Pentax K" for "Pentax K Mount". A value within a longer
 * one is left out. None where more than two fit, which is a list of what the product goes with.
 */
export function valuesIn(phrases: ReadonlySet<string>, options: readonly string[]): string[] {
  const present = options
    .map((option) => ({ option, phrase: wordsOf(option).join(' ') }))
    .filter(({ phrase }) => phrase.length > 1 && /\p{L}/u.test(phrase) && !common.has(phrase) && phrases.has(phrase))
    .toSorted((a, b) => b.phrase.length - a.phrase.length)
  const chosen: typeof present = []
  for (const value of present)
    if (!chosen.some(({ phrase }) => ` ${phrase} `.includes(` ${value.phrase} `))) chosen.push(value)
  return chosen.length > mostChoices ? [] : chosen.map(({ option }) => option)
}
