// @vitest-environment jsdom
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { away, theOne, press, show, until } from '#web/testing/screen.tsx'
import { useKeptFocus } from './keep-focus.ts'

beforeEach(() => {
  // Nothing is laid out here.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
})
afterEach(() => {
  away()
  vi.restoreAllMocks()
})

/** A menu whose button is busy with what was chosen in it. */
function WithMenu() {
  useKeptFocus()
  const [state, setState] = useState<'closed' | 'open' | 'busy'>('closed')
  const isBusy = state === 'busy'
  useEffect(() => {
    const finish = () => setState('closed')
    document.addEventListener('finished', finish)
    return () => document.removeEventListener('finished', finish)
  }, [])
  return (
    <div id="root">
      <main>
        <button type="button">Before</button>
        <button type="button" disabled={isBusy} data-loading={isBusy || undefined} onClick={() => setState('open')}>
          Actions
        </button>
      </main>
      <div id="overlays">
        {state === 'open' && (
          <button type="button" onClick={() => setState('busy')}>
            Mark Paid
          </button>
        )}
      </div>
    </div>
  )
}

it('comes back to the button of a menu once it is no longer busy with what was chosen there', async () => {
  show(<WithMenu />)
  await press('button', 'Actions')
  await press('button', 'Mark Paid')
  const actions = (await theOne('button', 'Actions')) as HTMLButtonElement
  await until(() => actions.disabled)
  // Longer than it waits for somebody who moves the focus on purpose.
  await new Promise((goOn) => setTimeout(goOn, 150))
  document.dispatchEvent(new Event('finished'))
  await until(() => document.activeElement === actions)
})
