import { escapeText } from '#domain/html/clean.ts'
import { inert, withoutHandlers } from '../html/inert.ts'
import { clean, markReferences } from './elements.ts'
import { read } from './read.ts'

/** What ProseMirror writes around its own copies; the schema still drops what it does not allow. */
const ownCopy = 'data-pm-slice'

/**
 * HTML from a clipboard (a word processor's, a page's) as the editor takes it: structure, weight and links by the same rules as what is kept,
 * without the fonts, sizes and colours of where it comes from.
 */
export function pasted(html: string): string {
  if (html.includes(ownCopy)) return withoutHandlers(html)
  const body = inert(html)
  nameBlocks(body)
  makeLists(body)
  nameStyles(body)
  clean(body)
  plain(body)
  markReferences(body)
  return body.innerHTML
}

/** Plain text as paragraphs, its references as chips. */
export const pastedText = (text: string): HTMLElement =>
  read(
    text
      .replaceAll('\r', '')
      .split(/\n{2,}/)
      .map((part) => `<p>${escapeText(part).replaceAll('\n', '<br>')}</p>`)
      .join(''),
  )

const each = (root: Element, selector: string, change: (element: HTMLElement) => void) => {
  for (const element of root.querySelectorAll<HTMLElement>(selector)) change(element)
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

/** The same element under another name, without attributes. */
function renamed(element: Element, tag: string): Element {
  const made = element.ownerDocument.createElement(tag)
  made.append(...element.childNodes)
  element.replaceWith(made)
  return made
}

const boxes = 'section, article, main, aside, header, footer, nav, address, form, details, summary, fieldset'
const nameBlocks = (body: Element) => each(body, boxes, (box) => renamed(box, 'div'))

/** Word writes items of lists as paragraphs that say so in a style of its own. */
function makeLists(body: Element): void {
  each(body, 'p[style*="mso-list"]', (line) => {
    const marks = [...line.querySelectorAll('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')]
    const marker = marks.map((mark) => mark.textContent ?? '').join('')
    for (const mark of marks) mark.remove()
    const tag = /^\s*[\da-z]{1,3}[.)]/i.test(marker) ? 'ol' : 'ul'
    const before = line.previousElementSibling
    const list = before?.localName === tag ? before : line.ownerDocument.createElement(tag)
    if (list !== before) line.before(list)
    list.append(renamed(line, 'li'))
  })
}

const meanings: readonly [tag: string, says: (style: CSSStyleDeclaration) => boolean][] = [
  ['b', ({ fontWeight }) => fontWeight === 'bold' || fontWeight === 'bolder' || Number(fontWeight) >= 600],
  ['i', ({ fontStyle }) => fontStyle === 'italic' || fontStyle === 'oblique'],
  ['u', (style) => decoration(style).includes('underline')],
  ['s', (style) => decoration(style).includes('line-through')],
  ['sup', ({ verticalAlign }) => verticalAlign === 'super'],
  ['sub', ({ verticalAlign }) => verticalAlign === 'sub'],
]
const decoration = (style: CSSStyleDeclaration) => `${style.textDecoration} ${style.textDecorationLine}`

/** What a style says becomes the tag that says it. */
function nameStyles(body: Element): void {
  each(body, 'span[style], font[style]', (words) => {
    for (const [tag] of meanings.filter(([, says]) => says(words.style))) {
      const made = words.ownerDocument.createElement(tag)
      made.append(...words.childNodes)
      words.append(made)
    }
  })
  // A whole document is wrapped in one that is not bold.
  each(body, 'b[style], strong[style]', (words) => {
    if (words.style.fontWeight === 'normal' || words.style.fontWeight === '400') unwrap(words)
  })
}

const blocks = 'p, div, ul, ol, dl, table, blockquote, pre, h1, h2, h3, h4, h5, h6, hr, center, figure'

function plain(body: Element): void {
  each(body, '[style]', (element) => element.removeAttribute('style'))
  each(body, 'span, font, small, big', unwrap)
  each(body, 'a:not([href])', unwrap)
  each(body, 'img:not([src])', (image) => image.remove())
  for (const box of [...body.querySelectorAll('div, center, figure')].toReversed())
    if (box.querySelector(blocks)) unwrap(box)
    else renamed(box, 'p')
  each(body, 'p', (line) => {
    if (!line.textContent?.trim() && !line.querySelector('img')) line.remove()
  })
}
