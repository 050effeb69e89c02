// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { away, press, show, until } from '#web/testing/screen.tsx'
import { HtmlEditor } from '../html/editor.tsx'

// What is written in a description before the script of its editor is there.

const script = vi.hoisted(() => ({ come: () => {}, waits: Promise.resolve() }))
vi.mock('../rich/rich.ts', async (original) => {
  await script.waits
  return original()
})

/** The text as the page has it. */
const shown = () => document.querySelector('output')?.textContent ?? ''
function Page({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <HtmlEditor label="Description" value={value} onChange={setValue} names={['Material']} />
      <output>{value}</output>
      <button onClick={() => setValue(initial)}>Discard</button>
    </>
  )
}
const field = () => document.querySelector<HTMLElement>('[role="textbox"]')
const paste = (html: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  const getData = (type: string) => (type === 'text/html' ? html : '')
  field()?.dispatchEvent(Object.assign(event, { clipboardData: { getData, types: ['text/html'] } }))
}
const editorIsThere = () => until(() => document.querySelector('[role="textbox"].tiptap'))

beforeEach(() => {
  vi.resetModules()
  script.waits = new Promise((resolve) => (script.come = resolve))
  // Neither is in a document without a browser.
  vi.stubGlobal('ClipboardEvent', Event)
  // Without a layout there are no places on the screen.
  document.elementFromPoint = () => null
  Range.prototype.getClientRects = () => [] as never
  Range.prototype.getBoundingClientRect = () => new DOMRect()
})
afterEach(away)

it('PRO-247 what is pasted before the editor is there is part of the text at once, and stands in it once afterwards', async () => {
  show(<Page initial="<p>Made of {{Material}}</p>" />)
  const line = (await until(field)).firstChild
  paste('<p>Soft</p>')
  await until(() => shown() === '<p>Soft</p><p>Made of {{Material}}</p>')
  // What the caret stands in is not drawn anew.
  expect(field()?.firstChild).toBe(line)
  paste('<ul><li>Warm</li></ul>')
  await until(() => shown() === '<p>Soft</p><ul><li>Warm</li></ul><p>Made of {{Material}}</p>')
  field()?.dispatchEvent(new Event('pointerdown'))
  script.come()
  await editorIsThere()
  await until(() => shown().match(/Warm/g)?.length === 1 && shown().match(/Soft/g)?.length === 1)
  expect(shown()).toContain('{{Material}}')
})

it('PRO-247 what was pasted early and discarded does not come back with the editor', async () => {
  show(<Page initial="<p>Made of linen</p>" />)
  await until(field)
  paste('<p>Soft</p>')
  await until(() => shown().includes('Soft'))
  await press('button', 'Discard')
  await until(() => shown() === '<p>Made of linen</p>')
  field()?.dispatchEvent(new Event('pointerdown'))
  script.come()
  await editorIsThere()
  await until(() => field()?.textContent === 'Made of linen')
  expect(shown()).toBe('<p>Made of linen</p>')
})
