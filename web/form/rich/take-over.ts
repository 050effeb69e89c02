import { Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { Beginning, Early } from './still-text.tsx'

/** Goes on where somebody began before the editor was there: the caret where it stood, then everything that was typed. */
export function takeOver(view: EditorView, { focused, from, to, early }: Beginning): void {
  if (!focused && early.length === 0) return
  const { doc } = view.state
  const at = (spot: typeof from) => spot && view.posAtCoords(spot)?.pos
  const [start, end] = [at(from), at(to)]
  const selection =
    start === undefined ? Selection.atStart(doc) : TextSelection.between(doc.resolve(start), doc.resolve(end ?? start))
  view.dispatch(view.state.tr.setSelection(selection))
  if (focused) view.focus()
  for (const input of early) repeat(view, input)
}

function repeat(view: EditorView, input: Early): void {
  if ('key' in input) return void view.someProp('handleKeyDown', (handle) => handle(view, input.key))
  if ('text' in input) return type(view, input.text)
  if (input.html) view.pasteHTML(input.html)
  else if (input.plain) view.pasteText(input.plain)
}

/** As typed: `- ` begins a list, `{{Brand}}` becomes a reference. */
function type(view: EditorView, text: string): void {
  for (const letter of text) {
    const { from, to } = view.state.selection
    const insert = () => view.state.tr.insertText(letter, from, to)
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, insert))) view.dispatch(insert())
  }
}
