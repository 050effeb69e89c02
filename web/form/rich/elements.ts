import { type Attributes, keptAttributes, fateOf } from '#domain/html/clean.ts'
import { pieces } from '#domain/products/attributes/references.ts'

// HTML as elements, without the editor: what only shows a text, or is asked before one is edited, need not load that.

/** Longer ones are edited as HTML: a browser takes too long to draw and follow them, in characters. */
export const MOST_RICH = 100_000

/** Which attribute of the page's own marks a reference: `<span data-attribute="Brand">`. It is never stored. */
export const chipMark = 'data-attribute'

export const attributesOf = (element: Element): [string, string][] =>
  [...element.attributes].map(({ name, value }) => [name, value])

/** HTML as elements that neither run nor load anything, cleaned by the rules, its references as chips. */
export function bodyOf(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html')
  clean(body)
  markReferences(body)
  return body
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
  const attributes: Attributes = keptAttributes(tag, attributesOf(element))
  for (const [name] of attributesOf(element)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
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
  chip.textContent = chipText(name)
  return chip
}

/** A reference as it is read in the text. */
export const chipText = (name: string) => `@${name.trim()}`

function textsOf(root: Element): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}
