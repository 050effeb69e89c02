const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

function withoutComments(html: string): string {
  const parts: string[] = []
  let from = 0
  for (let open = html.indexOf('<!--'); open >= 0; open = html.indexOf('<!--', from)) {
    const close = html.indexOf('-->', open + 4)
    if (close < 0) break
    parts.push(html.slice(from, open))
    from = close + 3
  }
  return parts.join('') + html.slice(from)
}

/** What a reader sees of some HTML: blocks become line breaks, tags and comments vanish. */
export const plainText = (html: string): string =>
  // A tag ends before the next one begins: without that, a text of open brackets alone takes minutes.
  withoutComments(html)
    .replace(/<(br|\/p|\/div|\/li|\/h\d|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Whether a reader sees anything of some HTML. */
export const isSeen = (html: string): boolean =>
  // Most texts have a letter at their beginning, behind a tag or two.
  /^(?:<[a-z][a-z0-9]*>)*[^<>&\s]/i.test(html) || plainText(html) !== ''

/** How many characters a text has, not how many units they are made of: an emoji counts once. */
export const lengthOf = (text: string): number => (/[\ud800-\udbff]/.test(text) ? [...text].length : text.length)

/** Words for an address: `Été rouge (L)` → `ete-rouge-l`. */
export const slug = (text: string, maxChars: number): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxChars)
    .replace(/^-+|-+$/g, '')

/** `"a, b,,"` → `['a', 'b']` */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** A channel's plain text as HTML: blank lines part paragraphs. */
export const htmlOf = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
