// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  acceptRole,
  beginTwoFactor,
  confirmTwoFactor,
  declineRole,
  disableTwoFactor,
  endSessions,
  getTwoFactor,
  getUser,
  listSessions,
  logout,
  updateUser,
  userRoles,
} from '#contract/accounts.ts'

import { getNotificationSettings } from '#contract/notifications.ts'
import { imageSignature } from '#contract/products/products.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { anInvite, aProfile, aSession } from '#web/testing/people.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, theOne, pickFiles, press, says, text, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const hash = (password: string) => createHash('sha256').update(password).digest('hex')
const off = { enabled: false, enabledAt: null, backupCodesLeft: 0, requiredBy: [] }
const on = { ...off, enabled: true, enabledAt: '2026-11-20T10:00:00.000Z', backupCodesLeft: 10 }

beforeEach(() => {
  server.answer(getUser, aProfile())
  server.answer(userRoles, [])
  server.answer(getTwoFactor, off)
  server.answer(listSessions, [aSession()])
  server.answer(getNotificationSettings, { member: true, email: 'dana@example.com', kinds: [] })
  server.answer(updateUser, ({ body }) => aProfile(body.user))
})
const open = async (as?: Parameters<typeof renderPage>[1]) => {
  const page = await renderPage('/account', as)
  await theOne('heading', 'Profile')
  return page
}

describe('the profile', () => {
  it('ACC-136..ACC-139 ACC-146 name and biography can be edited, the email cannot', async () => {
    await open()
    expect(((await theOne('field', 'Email')) as HTMLInputElement).disabled).toBe(true)
    await type('Name', 'Dana Park')
    await type('Biography', 'Packs with care.')
    await press('button', 'Save')
    await says('Successfully updated.')
    expect(server.calls(updateUser).map(({ body }) => body.user)).toEqual([
      { id: 1, name: 'Dana Park', description: 'Packs with care.' },
    ])
  })

  describe('its image', () => {
    const host = 'https://images.example/'
    const png = new File(['x'], 'me.png', { type: 'image/png' })
    const choose = async () => {
      await theOne('button', 'Change image')
      pickFiles(document.querySelector('input[type=file]') as HTMLInputElement, png)
    }
    beforeEach(() => {
      server.answer(imageSignature, {
        name: 'host',
        apiKey: 'k',
        timestamp: 1,
        signature: 's',
        folder: 'f',
        uploadUrl: `${host}upload`,
      })
      server.answerOutside(host, () => Response.json({ secure_url: `${host}me.png` }))
    })

    it('ACC-134 ACC-135 ACC-147 ACC-151 is PNG or JPEG, and saved once it is on the image host', async () => {
      await open()
      await choose()
      await says('Successfully updated profile image.')
      const input = document.querySelector('input[type=file]')
      expect(input?.getAttribute('accept')?.split(',').toSorted()).toEqual(['image/jpeg', 'image/png'])
      expect(server.calls(updateUser).map(({ body }) => body.user)).toEqual([{ id: 1, image: `${host}me.png` }])
    })

    it('ACC-148..ACC-150 a failure says which step failed', async () => {
      server.fail(imageSignature, 'internal')
      await open()
      await choose()
      await says('Cannot upload image. Missing the signature.')
      server.answer(imageSignature, {
        name: 'host',
        apiKey: 'k',
        timestamp: 1,
        signature: 's',
        folder: 'f',
        uploadUrl: `${host}upload`,
      })
      server.answerOutside(host, () => Response.json({}, { status: 500 }))
      await choose()
      await says('Failed to upload profile image.')
      server.answerOutside(host, () => Response.json({ secure_url: `${host}me.png` }))
      server.fail(updateUser, 'internal')
      await choose()
      await says('Failed to update profile image.')
    })
  })
})

describe('the Organizations card', () => {
  const card = () => theOne('section', 'Organizations')

  it('ACC-153..ACC-155 ACC-157 ACC-167 an invitation is accepted', async () => {
    server.answer(userRoles, [anInvite()])
    server.answer(acceptRole, () => {
      server.answer(userRoles, [anInvite({ status: 'accepted' })])
      return ok
    })
    await open()
    await says('Northlight Goods', await card())
    await says('Guest', await card())
    await theOne('button', 'Decline Invite', await card())
    await press('button', 'Accept Invite', await card())
    await says('Accepted Role. You must re-login for change to take affect.')
    await says('Member', await card())
    expect(all('button', /Invite$/)).toEqual([])
    expect(server.calls(acceptRole).map(({ body }) => body)).toEqual([{ userId: 1, clientId: 2 }])
  })

  it('ACC-156 ACC-158 ACC-169 ACC-170 an invitation is declined, and the list says that it is empty', async () => {
    server.answer(userRoles, [anInvite()])
    server.answer(declineRole, () => {
      server.answer(userRoles, [])
      return ok
    })
    await open()
    await press('button', 'Decline Invite', await card())
    await says('Role Declined.')
    await says('No client invites', await card())
  })
})

describe('sessions', () => {
  it('all other sessions can be ended from the list', async () => {
    server.answer(listSessions, [aSession(), aSession({ id: 's2', current: false })])
    server.answer(endSessions, ok)
    await open()
    await says('Firefox on Linux')
    await says('Current')
    await press('button', 'Log out of other devices')
    await says('Logged out on all other devices.')
    expect(server.calls(endSessions)).toHaveLength(1)
  })

  it('ACC-028 ACC-029 logging out ends the session on both sides and leads to /login', async () => {
    server.answer(logout, ok)
    const page = await open()
    await press('button', 'Log out')
    await until(() => page.left.length === 1)
    expect(page.left).toEqual(['/login'])
    expect(document.cookie).not.toContain('user=')
    expect(server.calls(logout)).toHaveLength(1)
  })
  it('logging out leads to the identity provider where its session is to end, too', async () => {
    server.answer(logout, { ...ok, logoutUrl: 'https://login.acme.example/logout?client_id=motto' })
    const page = await open()
    await press('button', 'Log out')
    await until(() => page.left.length === 1)
    expect(page.left).toEqual(['https://login.acme.example/logout?client_id=motto'])
    expect(document.cookie).not.toContain('user=')
  })
})

describe('two-factor sign-in', () => {
  it('is turned on with password and code, and shows its backup codes once', async () => {
    server.fail(beginTwoFactor, 'invalid_input', { fields: { password: 'Incorrect password.' } })
    await open()
    await press('button', 'Set up')
    const dialog = await theOne('dialog', 'Set up two-factor authentication')
    await type('Password', 'Wrong-horse-1', dialog)
    await press('button', 'Next', dialog)
    await says('Incorrect password.')
    server.answer(beginTwoFactor, { secret: 'ABCDEFGH', url: 'otpauth://totp/x', qr: '<svg/>' })
    await type('Password', 'Correct-horse-9', dialog)
    await press('button', 'Next', dialog)
    await theOne('image', 'QR code for the authenticator app')
    await says('ABCD EFGH')
    expect(server.calls(beginTwoFactor).at(-1)?.body.password).toBe(hash('Correct-horse-9'))
    server.answer(confirmTwoFactor, { backupCodes: ['code-1', 'code-2'] })
    server.answer(getTwoFactor, on)
    await type('Code', '123456')
    await press('button', 'Turn on')
    const codes = await theOne('list', 'Backup codes')
    expect([...codes.children].map((code) => text(code))).toEqual(['code-1', 'code-2'])
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      expect(this.download).toBe('motto-backup-codes.txt')
    })
    URL.createObjectURL = () => 'blob:codes'
    URL.revokeObjectURL = () => undefined
    await press('button', 'Download')
    expect(click).toHaveBeenCalledOnce()
    click.mockRestore()
    await press('button', 'I’ve saved these codes')
    await says('Two-factor authentication is on.')
    await says('10 backup codes left.')
  })

  it('is turned off with password and code', async () => {
    server.answer(getTwoFactor, on)
    server.answer(disableTwoFactor, () => {
      server.answer(getTwoFactor, off)
      return ok
    })
    await open()
    await press('button', 'Turn off')
    const dialog = await theOne('dialog', /two-factor/i)
    await type('Password', 'Correct-horse-9', dialog)
    await type('Code', 'code-1', dialog)
    await press('button', 'Turn off', dialog)
    await says('Two-factor authentication is off.')
    await theOne('button', 'Set up')
  })

  it('an organization that requires it closes everything else until it is on', async () => {
    await open({ secondFactorSetupRequired: true, clientName: 'Northlight Goods' })
    await says('Northlight Goods requires two-factor authentication. Set it up below')
    await theOne('button', 'Set up')
  })
})
