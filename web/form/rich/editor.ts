import { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type Around, behaviour } from './parts.ts'
import { schemaParts } from './schema.ts'

/** An editor that is not on the page yet. */
export const openEditor = (around: Around) =>
  new Editor({
    element: null,
    extensions: [...schemaParts, behaviour(around)],
    // Its styles are in our own sheet: the content policy need not allow more for it.
    injectCSS: false,
  })

/** Puts another document in the place of the one that is shown: what is alike, the caret and what can be undone stay. */
export function show(editor: Editor, doc: Node): void {
  const { state, view } = editor
  const from = state.doc.content.findDiffStart(doc.content)
  const ends = state.doc.content.findDiffEnd(doc.content)
  if (from === null || !ends) return
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b))
  const tr = state.tr.replace(from, ends.a + overlap, doc.slice(from, ends.b + overlap))
  view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true))
}

/** Puts a reference at the caret, in the place of what was typed from `from` on. */
export function insertReference(editor: Editor, name: string, from = editor.state.selection.from): void {
  const to = editor.state.selection.to
  editor.chain().focus().insertContentAt({ from, to }, { type: 'chip', attrs: { name } }).run()
}

/** A list of all attributes, each with its value (PRO-248). */
export function insertAllReferences(editor: Editor, names: readonly string[]): void {
  const items = names.map((name) => ({
    type: 'listItem',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: `${name}: ` },
          { type: 'chip', attrs: { name } },
        ],
      },
    ],
  }))
  editor.chain().focus().insertContent({ type: 'bulletList', content: items }).run()
}
