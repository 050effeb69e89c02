// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { all, away, theOne, press, says, show, until } from '#web/testing/screen.tsx'
import { useLeaveGuard } from './leave-guard.ts'
import { Link } from '../link.tsx'

afterEach(away)

function Form() {
  useLeaveGuard(true, 'This lamp')
  return (
    <>
      <Link to="/orders">Slow page</Link>
      <Link to="/inventory">Other page</Link>
    </>
  )
}

it('asks once, also when somebody goes elsewhere while the page they agreed to go to is still coming', async () => {
  const screen = show(<Form />, { late: '/orders' })
  await press('link', 'Slow page')
  await says('Leave without saving?')
  // Enter once more would lose what was typed.
  const stay = await theOne('button', 'Stay')
  await until(() => document.activeElement === stay)
  await press('button', 'Stay')
  await until(() => all('dialog').length === 0)
  expect(screen.address()).toBe('/here')
  await press('link', 'Slow page')
  await press('button', 'Leave')
  await until(() => screen.address() === '/orders')
  await until(() => all('dialog').length === 0)
  // The form is still shown.
  await theOne('link', 'Other page')
  await press('link', 'Other page')
  await until(() => screen.address() === '/inventory')
  expect(all('dialog')).toEqual([])
  // Shown again, it has something to lose again.
  await press('link', 'Slow page')
  await says('Leave without saving?')
})
