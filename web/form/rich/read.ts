import { DOMParser as Reader, type Node as Doc, type Schema } from '@tiptap/pm/model'
import { asHtml } from '../mentions/mention.ts'
import { bodyOf, MOST_RICH } from './elements.ts'
import { contentOf, lostTags } from './same.ts'
import { htmlOf } from './stored.ts'

export type Judged = { doc: Doc } | { why: 'long' } | { why: 'lost'; tags: readonly string[] }

/** Parses stored HTML for the rich view, if that view can represent all of its allowed parts. */
export function judge(html: string, schema: Schema): Judged {
  if (html.length > MOST_RICH) return { why: 'long' }
  const body = read(asHtml(html))
  const before = contentOf(body)
  const doc = Reader.fromSchema(schema).parse(body)
  const stored = htmlOf(doc)
  if (!stored && showsNothing(body)) return { doc }
  const again = read(stored)
  return before === contentOf(again) ? { doc } : { why: 'lost', tags: lostTags(read(asHtml(html)), again) }
}

/** HTML as the editor reads it: an empty line has nothing in it. */
export function read(html: string): HTMLElement {
  const body = bodyOf(html)
  emptyLines(body)
  return body
}

const showsNothing = (body: Element) => !body.textContent?.trim() && !body.querySelector('img, hr, table')

/** A break alone in a paragraph only gives it a height. */
function emptyLines(body: Element): void {
  for (const line of body.querySelectorAll('p'))
    if (line.childNodes.length === 1 && line.firstElementChild?.localName === 'br') line.replaceChildren()
}
