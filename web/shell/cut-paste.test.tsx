// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { away, says, show, text, theOne } from '#web/testing/screen.tsx'

import { watchPaste } from './cut-paste.ts'

afterEach(away)

async function paste(pasted: string) {
  const field = (await theOne('field', 'Title')) as HTMLInputElement
  field.select()
  const event = new Event('paste', { bubbles: true })
  Object.assign(event, { clipboardData: { getData: () => pasted } })
  field.dispatchEvent(event)
}

it('a pasted text that is longer than its field says that it is cut', async () => {
  watchPaste()
  show(<input aria-label="Title" maxLength={500} defaultValue="A shirt" />)
  await paste('x'.repeat(500))
  expect(text()).not.toContain('cut')
  await paste('x'.repeat(4000))
  await says('The pasted text is cut. This field takes up to 500 characters.')
})
