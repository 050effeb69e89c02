// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { joinByInvitation, logout, readInvitation } from '#contract/accounts.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { press, says, theOne, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const invitation = {
  organization: 'Northlight Goods',
  roleId: 4,
  invitedBy: 'Dana',
  email: 'noor@example.com',
  hasAccount: false,
}

beforeEach(() => {
  sessionStorage.clear()
  server.answer(readInvitation, invitation)
  server.answer(joinByInvitation, 'token')
})

describe('an invitation by its link', () => {
  it('a person without an account joins with a password, and the token leaves the address', async () => {
    const page = await renderPage('/invitation?token=t-1', null)
    await theOne('heading', 'Join Northlight Goods')
    await says('Dana invited you to Northlight Goods as Member.')
    expect(page.address()).toBe('/invitation')
    await says('Just choose a password.')
    await type('Name', 'Noor')
    await type('Password', 'Correct-horse-9')
    await press('button', 'Join')
    await says('Passwords do not match.')
    await type('Re-Enter Password', 'Correct-horse-9')
    await press('button', 'Join')
    await until(() => page.left.length === 1)
    expect(page.left).toEqual(['/dashboard'])
    const password = createHash('sha256').update('Correct-horse-9').digest('hex')
    expect(server.calls(joinByInvitation).map(({ body }) => body)).toEqual([
      { token: 't-1', name: 'Noor', password, checkPassword: password },
    ])
  })

  it('the token survives a reload, without the address', async () => {
    await renderPage('/invitation?token=t-1', null)
    await theOne('heading', 'Join Northlight Goods')
    await renderPage('/invitation', null)
    await theOne('heading', 'Join Northlight Goods')
    expect(server.calls(readInvitation).map(({ body }) => body.token)).toEqual(['t-1', 't-1'])
  })

  it('a person with an account logs in, or accepts as that account', async () => {
    server.answer(readInvitation, { ...invitation, hasAccount: true })
    server.answer(logout, ok)
    await renderPage('/invitation?token=t-1', null)
    await says('noor@example.com already has an account. Log in to accept the invitation.')
    expect((await theOne('link', 'Log In')).getAttribute('href')).toBe('/login?redirectTo=/invitation')
    const other = await renderPage('/invitation', { email: 'dana@example.com' })
    await says('This invitation is for noor@example.com. You’re logged in as dana@example.com.')
    await press('button', 'Log in as noor@example.com')
    await until(() => other.left[0] === '/login?redirectTo=/invitation')
    const own = await renderPage('/invitation', { email: 'noor@example.com' })
    await press('button', 'Accept Invite')
    await until(() => own.left[0] === '/dashboard')
  })

  it('a link that was used, or is not whole, says so', async () => {
    server.fail(readInvitation, 'code_invalid')
    await renderPage('/invitation?token=t-1', null)
    await says('This link is no longer valid. Request a new one.', await theOne('alert', /./))
    sessionStorage.clear()
    await renderPage('/invitation', null)
    await says('Open the link from your invitation email again.')
    await theOne('link', 'Log In')
  })
})
