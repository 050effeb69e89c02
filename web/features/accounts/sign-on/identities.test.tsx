// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { getTwoFactor, getUser, listSessions, userRoles } from '#contract/accounts.ts'
import { linkIdentity, listIdentities, unlinkIdentity } from '#contract/accounts/sign-on.ts'
import { getNotificationSettings } from '#contract/notifications.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { aProfile, aSession } from '#web/testing/people.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, theOne, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const okta = { id: 'okta', label: 'Okta' }
const away = 'https://example.okta.com/authorize?state=s'
const password = 'Correct-horse-9'
const hash = createHash('sha256').update(password).digest('hex')

describe('single sign-on on the account page', () => {
  const identity = {
    id: 7,
    label: 'Okta',
    email: 'dana@okta.example',
    createdAt: '2026-11-20T10:00:00.000Z',
    lastUsedAt: '2026-11-20T10:00:00.000Z',
  }
  beforeEach(() => {
    server.answer(getUser, aProfile())
    server.answer(userRoles, [])
    server.answer(getTwoFactor, { enabled: false, enabledAt: null, backupCodesLeft: 0, requiredBy: [] })
    server.answer(listSessions, [aSession()])
    server.answer(getNotificationSettings, { member: true, email: 'dana@example.com', kinds: [] })
  })
  const open = async () => {
    const page = await renderPage('/account')
    await theOne('heading', 'Profile')
    return page
  }

  it('shows nothing of single sign-on where no provider is set up', async () => {
    await open()
    await theOne('heading', 'Active sessions')
    expect(all('heading', 'Single sign-on')).toEqual([])
  })

  it('links a provider with the password', async () => {
    server.answer(listIdentities, { identities: [], hasPassword: true, providers: [okta] })
    server.fail(linkIdentity, 'invalid_input', { fields: { password: 'Incorrect password.' } })
    const page = await open()
    await press('button', 'Link Okta')
    const dialog = await theOne('dialog', 'Link Okta')
    await type('Password', password, dialog)
    await press('button', 'Continue', dialog)
    await says('Incorrect password.')
    server.answer(linkIdentity, { url: away })
    await press('button', 'Continue', dialog)
    await until(() => page.left.length === 1)
    expect(page.left).toEqual([away])
    expect(server.calls(linkIdentity).at(-1)?.body).toEqual({ provider: 'okta', password: hash })
  })

  it('unlinks an identity after a question', async () => {
    server.answer(listIdentities, { identities: [identity], hasPassword: true, providers: [] })
    server.answer(unlinkIdentity, () => {
      server.answer(listIdentities, { identities: [], hasPassword: true, providers: [okta] })
      return ok
    })
    await open()
    await says('dana@okta.example')
    await press('button', 'Unlink Okta')
    await press('button', 'Unlink', await theOne('dialog', 'Unlink Okta?'))
    await says('Not linked')
    expect(server.calls(unlinkIdentity).map(({ body }) => body)).toEqual([{ identityId: 7 }])
  })

  it('keeps the only way in', async () => {
    server.answer(listIdentities, { identities: [identity], hasPassword: false, providers: [] })
    await open()
    await says('This is your only way to log in.')
    expect(((await theOne('button', 'Unlink Okta')) as HTMLButtonElement).disabled).toBe(true)
  })
})
