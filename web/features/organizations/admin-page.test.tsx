// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { clientUsers, getClient, listInvitations } from '#contract/organizations/organizations.ts'
import { shop } from '#web/testing/organization.ts'
import { all, answer, away, never, theOne, press, refusal, says, show, text, until } from '#web/testing/screen.tsx'
import { AdminPage } from './admin-page.tsx'

afterEach(away)

const failed = refusal({ status: 500, message: 'The database rests.' })
const open = (...others: ReturnType<typeof answer>[]) =>
  show(<AdminPage />, {
    at: '/admin',
    route: '/admin/{-$clientId}',
    answers: [answer(getClient, shop), answer(clientUsers, []), answer(listInvitations, []), ...others],
  })

it('an organization that could not be loaded is tried again beside the rest', async () => {
  let down = true
  open(answer(getClient, () => (down ? failed : never)))
  await says('The database rests.')
  const form = await theOne('heading', 'Invite User to Organization')
  down = false
  await press('button', 'Try again')
  await until(() => !text().includes('The database rests.'))
  expect(form.isConnected).toBe(true)
  expect(all('heading', 'Update Organization')).toHaveLength(1)
  expect(text()).not.toContain('could not be loaded')
})

it('people who could not be loaded are tried again beside the rest', async () => {
  let down = true
  open(answer(clientUsers, () => (down ? failed : never)))
  await says('The database rests.')
  const form = await theOne('heading', 'Update Organization')
  down = false
  await press('button', 'Try again')
  await until(() => !text().includes('The database rests.'))
  expect(form.isConnected).toBe(true)
})
