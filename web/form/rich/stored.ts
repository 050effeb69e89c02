import type { Mark, Node } from '@tiptap/pm/model'
import { type Attributes, escapeText, writtenAttributes } from '#domain/html/clean.ts'
import { referenceTo } from '../mentions/mention.ts'

/** The rich view's content as the HTML to store: exactly what the server's sanitizer makes of it. An empty text is ''. */
export const htmlOf = (doc: Node): string => (isBlank(doc) ? '' : children(doc).map(block).join('\n'))

/** A text as it was written, and what the rich view made of it. */
export interface Written {
  doc: Node
  html: string
}

/** The HTML to store. Whoever undid all that was typed has the text again as it was written, with nothing left to save. */
export const htmlSince = (doc: Node, written: Written | null): string =>
  written?.doc.eq(doc) ? written.html : htmlOf(doc)

const children = (node: Node): Node[] => [...node.content.content]
const tagOf = ({ attrs }: Node | Mark) => String(attrs['tag'])
const attributesOf = ({ attrs }: Node | Mark) => attrs['html'] as Attributes
const opened = (part: Node | Mark) => `<${tagOf(part)}${writtenAttributes(attributesOf(part))}`

/** Whether a buyer would see nothing: no word, no picture, no line, no table. */
function isBlank(doc: Node): boolean {
  let blank = true
  doc.descendants((node) => {
    if (node.isText ? node.text?.trim() : !textOnly.has(node.type.name)) blank = false
    return blank
  })
  return blank
}
const textOnly = new Set(['paragraph', 'heading', 'box', 'bulletList', 'orderedList', 'listItem', 'hardBreak'])

function block(node: Node): string {
  if (node.isLeaf && !node.isTextblock) return `${opened(node)} />`
  return `${opened(node)}>${node.isTextblock ? line(node) : inner(node)}</${tagOf(node)}>`
}

function line(node: Node): string {
  const pre = node.type.name === 'preformatted'
  const html = words(node, pre)
  // An empty line has a height only with a break in it; the first line feed in a `pre` is not read.
  if (!html) return node.type.name === 'paragraph' ? '<br />' : ''
  return pre && html.startsWith('\n') ? `\n${html}` : html
}

/** Blocks in a block. A bare line has no tag where that can be read back. */
function inner(parent: Node): string {
  const parts = children(parent)
  return parts.map((node, at) => (isBare(parent, parts, at) ? words(node) : block(node))).join('')
}

function isBare(parent: Node, parts: readonly Node[], at: number): boolean {
  const node = parts[at]
  if (!node || !isPlainLine(node)) return false
  const bare = Boolean(node.attrs['bare'])
  const item = parent.type.name === 'listItem' && at === 0
  if (parts.length === 1) return bare || item
  const beside = [parts[at - 1], parts[at + 1]].filter((part) => part?.type === node.type)
  return (
    node.content.size > 0 &&
    ((bare && !beside.some((neighbor) => neighbor?.attrs['bare'])) || (item && beside.length === 0))
  )
}

const isPlainLine = (node: Node) => node.type.name === 'paragraph' && Object.keys(attributesOf(node)).length === 0

/** The words of a line with the tags around them. */
function words(line: Node, pre = false): string {
  const around: Mark[] = []
  let html = ''
  let before = ' '
  const close = (keep: number) => {
    while (around.length > keep) html += `</${tagOf(around.pop() as Mark)}>`
  }
  for (const [at, node] of children(line).entries()) {
    const text = node.isText && !pre ? spaced(node.text ?? '', before, at === line.childCount - 1) : (node.text ?? '')
    before = node.isText ? text.slice(-1) || before : node.type.name === 'hardBreak' ? ' ' : 'x'
    if (node.isText && !text) continue
    const other = node.marks.findIndex((mark, place) => !around[place]?.eq(mark))
    close(other < 0 ? node.marks.length : other)
    for (const mark of node.marks.slice(around.length)) {
      html += `${opened(mark)}>`
      around.push(mark)
    }
    html += node.isText ? escapeText(text) : atom(node)
  }
  close(0)
  return html
}

const atom = (node: Node) =>
  node.type.name === 'chip' ? escapeText(referenceTo(String(node.attrs['name']))) : `${opened(node)} />`

/** Spaces that a browser would swallow become hard ones; at a line's end nobody sees any. */
function spaced(text: string, before: string, last: boolean): string {
  const characters = [...(last ? text.replace(/ +$/, '') : text)]
  return characters
    .map((character, at) =>
      character === ' ' && (at === 0 ? before : characters[at - 1]) === ' ' ? '\u00A0' : character,
    )
    .join('')
}
