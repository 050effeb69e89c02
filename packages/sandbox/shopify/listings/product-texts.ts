/** Money as the platform writes it: `"9.9"` → `"9.90"`. */
export const price = (text: string): string => Number(text).toFixed(2)

/** Kept once each and in the order of the alphabet, whatever the order given. */
export const sortedTags = (tags: string[]): string[] =>
  [
    ...new Map(
      tags
        .map((tag) => tag.trim())
        .filter(Boolean)
        .map((tag) => [tag.toLowerCase(), tag]),
    ).values(),
  ].sort((a, b) => a.localeCompare(b))
