/** Letters and digits only matter where a value begins and ends: `50mm` stands in "Z 50mm f/1.8", `Z` not in "Zoom". */
const isPartOfWord = (c: string | undefined) => c !== undefined && /[\p{L}\p{N}]/u.test(c)

function stands(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + value.length])) return true
  }
  return false
}

/** The longest of the values that stands in a text as whole words, as the list spells it; undefined when none does. One letter says too little. */
export function valueIn(text: string, values: readonly string[]): string | undefined {
  const lower = text.toLowerCase()
  return values
    .filter((value) => value.trim().length > 1 && stands(lower, value.trim().toLowerCase()))
    .reduce<string | undefined>(
      (best, value) => (best === undefined || value.length > best.length ? value : best),
      undefined,
    )
}
