import { number } from '../ui/format.ts'
import { toast } from '../ui/dialogs/toast.tsx'

type Field = HTMLInputElement | HTMLTextAreaElement
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** How many characters a field would have with a text in place of what is selected in it. */
const lengthWith = ({ value, selectionStart, selectionEnd }: Field, text: string): number =>
  value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0)) + text.length

function tell({ target, clipboardData }: ClipboardEvent): void {
  if (!isField(target) || target.maxLength < 0 || target.readOnly) return
  if (lengthWith(target, clipboardData?.getData('text') ?? '') > target.maxLength)
    toast.info(`The pasted text is cut. This field takes up to ${number(target.maxLength)} characters.`)
}

/** The browser cuts a pasted text at the end of a field without a word, and nobody would see what is missing. */
export const watchPaste = (): void => document.addEventListener('paste', tell)
