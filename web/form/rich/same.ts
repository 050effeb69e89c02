import { wordTags } from '#domain/html/rules.ts'

const aroundWords = new Set<string>(wordTags)
const alike: Readonly<Record<string, string>> = { strong: 'b', em: 'i', strike: 's' }

/**
 * What HTML holds, as one text: equal for two pages that hold the same words, tags and attributes, however tags around words are nested and
 * space between blocks is written. A line directly on the page is a paragraph, and one alone in a list item has no tag.
 */
export function contentOf(body: Element): string {
  const written: string[] = []
  blocks(body, [], written)
  return written.join('\n')
}

type Piece = { text: string; around: string }

function blocks(parent: Element, around: readonly string[], written: string[]): void {
  let pieces: Piece[] = []
  const flush = () => {
    const line = lineOf(pieces, parent.localName === 'pre')
    const bare = line && parent.localName === 'body'
    if (line) written.push(...(bare ? ['<p>', line, '</p>'] : [line]))
    pieces = []
  }
  const walk = (nodes: Iterable<Node>, marks: readonly string[]) => {
    for (const node of nodes) {
      if (node.nodeType === node.TEXT_NODE) pieces.push({ text: node.nodeValue ?? '', around: marks.join() })
      else if (node instanceof Element) element(node, marks)
    }
  }
  const element = (node: Element, marks: readonly string[]) => {
    const tag = node.localName
    if (tag === 'br' || tag === 'img' || node.hasAttribute('data-attribute'))
      pieces.push({ text: `\u0000<${signOf(node)}>`, around: tag === 'br' ? '' : marks.join() })
    else if (aroundWords.has(tag))
      walk(node.childNodes, signOf(node) === 'span' ? marks : [...marks, signOf(node)].toSorted())
    else {
      flush()
      const inner: string[] = []
      blocks(node, marks, inner)
      written.push(...wrapped(node, inner))
    }
  }
  walk(parent.childNodes, around)
  flush()
}

function wrapped(node: Element, content: string[]): string[] {
  if (node.localName === 'p' && !node.attributes.length && node.parentElement?.localName === 'li' && isLead(node))
    return content
  return [`<${signOf(node)}>`, ...content, `</${node.localName}>`]
}

/** Whether a paragraph begins its list item and no other follows it. */
const isLead = (node: Element) =>
  node.nextElementSibling?.localName !== 'p' && !node.previousElementSibling && !node.previousSibling?.nodeValue?.trim()

function signOf(node: Element): string {
  const name = node.getAttribute('data-attribute')
  if (name !== null) return `{{${name}}}`
  const tag = node.localName
  const attributes = [...node.attributes].map(({ name: key, value }) => `${key}="${value}"`).toSorted()
  return [alike[tag] ?? tag, ...attributes].join(' ')
}

/** The words of a line, each run with what is around it; space that no browser shows is left out. */
function lineOf(pieces: readonly Piece[], pre: boolean): string {
  const shown: Piece[] = []
  let end = ' '
  for (const { text, around } of pieces) {
    const isAtom = text.startsWith('\u0000')
    let now = pre || isAtom ? text : text.replaceAll(/[ \t\r\n\f]+/g, ' ')
    if (!pre && !isAtom && end === ' ') now = now.replace(/^ /, '')
    if (!now) continue
    end = isAtom ? (text === '\u0000<br>' ? ' ' : 'x') : now.slice(-1)
    const last = shown.at(-1)
    if (last && !isAtom && !last.text.startsWith('\u0000') && last.around === around) last.text += now
    else shown.push({ text: now, around })
  }
  const last = shown.at(-1)
  if (last && !pre && !last.text.startsWith('\u0000')) last.text = last.text.replace(/ $/, '')
  return shown
    .filter(({ text }) => text)
    .map(({ text, around }) => (around ? `[${around}]${text}` : text))
    .join('')
}

/** Tags of which there are fewer afterwards, to say what would be lost. */
export function lostTags(before: Element, after: Element): string[] {
  const count = (body: Element) => {
    const counts = new Map<string, number>()
    for (const node of body.querySelectorAll('*')) {
      const tag = alike[node.localName] ?? node.localName
      counts.set(tag, (counts.get(tag) ?? 0) + 1)
    }
    return counts
  }
  const remaining = count(after)
  return [...count(before)].filter(([tag, times]) => (remaining.get(tag) ?? 0) < times).map(([tag]) => tag)
}
