/** One record of CSV-like text: commas, semicolons, tabs and line breaks part it, double quotes keep it together. */
export function separateTags(text: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  // Kept while the cell grows: looking through it at each quotation mark would take quadratic time.
  let isBlank = true
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? ''
    if (c === '"' && quoted && text[i + 1] === '"') {
      cell += '"'
      isBlank = false
      i++
    } else if (c === '"' && (quoted || isBlank)) quoted = !quoted
    else if (!quoted && /[,;\t\n\r]/.test(c)) {
      cells.push(cell)
      cell = ''
      isBlank = true
    } else {
      cell += c
      isBlank &&= c.trim() === ''
    }
  }
  return [...cells, cell]
}

/** Trimmed, without blanks and repetitions, in the order given (PRO-260, PRO-263..PRO-265). */
export const tidyTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.trim()).filter(Boolean)),
]

/** The tags of a typed or pasted list: split on `;;`, then `,,`, then as CSV (PRO-261, PRO-262). */
export const parseTags = (text: string): string[] =>
  tidyTags(
    text
      .split(';;')
      .flatMap((part) => part.split(',,'))
      .flatMap(separateTags),
  )

/** Without free entry only known options stay (PRO-259). */
export const knownTags = (tags: readonly string[], options: readonly string[], freeEntry: boolean): string[] => {
  const known = new Set(tidyTags(options))
  return tidyTags(tags).filter((tag) => freeEntry || known.has(tag))
}
