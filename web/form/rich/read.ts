import { DOMParser as Reader, type Node as Doc, type Schema } from '@tiptap/pm/model'
import { fateOf, keptAttributes } from '#domain/html/clean.ts'
import { pieces } from '#domain/products/references.ts'
import { asHtml } from '../mention.ts'
import { contentOf, lostTags } from './same.ts'
import { attributesOf, chipMark } from './schema.ts'
import { htmlOf } from './stored.ts'

/** Longer ones are edited as HTML: a browser takes too long to draw and follow them, in characters. */
export const MOST_RICH = 100_000

export type Judged = { doc: Doc } | { why: 'long' } | { why: 'lost'; tags: readonly string[] }

/** Parses stored HTML for the rich view, if that view can represent all of its allowed parts. */
export function judge(html: string, schema: Schema): Judged {
  if (html.length > MOST_RICH) return { why: 'long' }
  const body = bodyOf(asHtml(html))
  const before = contentOf(body)
  const doc = Reader.fromSchema(schema).parse(body)
  const kept = htmlOf(doc)
  if (!kept && showsNothing(body)) return { doc }
  const again = bodyOf(kept)
  return before === contentOf(again) ? { doc } : { why: 'lost', tags: lostTags(bodyOf(asHtml(html)), again) }
}

const showsNothing = (body: Element) => !body.textContent?.trim() && !body.querySelector('img, hr, table')

/** HTML as elements that neither run nor load anything, cleaned by the rules, its references as chips. */
export function bodyOf(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html')
  clean(body)
  emptyLines(body)
  markReferences(body)
  return body
}

/** A break alone in a paragraph only gives it a height. */
function emptyLines(body: Element): void {
  for (const line of body.querySelectorAll('p'))
    if (line.childNodes.length === 1 && line.firstElementChild?.localName === 'br') line.replaceChildren()
}

/** Leaves of what is in an element only what the rules allow. */
export function clean(parent: Element): void {
  for (const node of Array.from(parent.childNodes)) {
    if (node instanceof Element) cleanElement(node)
    else if (node.nodeType !== node.TEXT_NODE) node.remove()
  }
}

const html = 'http://www.w3.org/1999/xhtml'

function cleanElement(element: Element): void {
  const tag = element.localName
  const fate = element.namespaceURI === html ? fateOf(tag) : 'drop'
  if (fate === 'drop') return element.remove()
  clean(element)
  if (fate === 'unwrap') return element.replaceWith(...element.childNodes)
  const kept = keptAttributes(tag, attributesOf(element))
  for (const [name] of attributesOf(element)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(kept)) element.setAttribute(name, value)
}

/** Makes an element of each reference in the text. Those in attributes stay as they are. */
export function markReferences(root: Element): void {
  for (const text of textsOf(root)) {
    const parts = pieces(text.data)
    if (parts.every((part) => typeof part === 'string')) continue
    text.replaceWith(...parts.map((part) => (typeof part === 'string' ? part : chipOf(root, part.name))))
  }
}

function chipOf(root: Element, name: string): Element {
  const chip = root.ownerDocument.createElement('span')
  chip.setAttribute(chipMark, name)
  chip.textContent = name
  return chip
}

function textsOf(root: Element): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}
