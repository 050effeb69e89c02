import { withoutTags } from '#domain/html/tags.ts'

/** INV-124, INV-125. */
export const longestShown = 150

/** Cut to 150 characters, never through the middle of one. */
export const cut = (text: string): string => {
  const characters = [...text]
  return characters.length > longestShown ? `${characters.slice(0, longestShown).join('').trimEnd()}…` : text
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** What a reader sees of HTML: words without their tags. */
export const wordsOf = (html: string): string =>
  withoutTags(html.replaceAll(/<(br|\/p|\/li|\/div|\/h[1-6]|\/tr)\b[^<>]*>/gi, ' '))
    .replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return entities[name.toLowerCase()] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replaceAll(/\s+/g, ' ')
    .trim()
