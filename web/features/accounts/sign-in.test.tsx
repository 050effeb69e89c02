// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  confirmation,
  confirmEmail,
  createAccount,
  login,
  logout,
  resetPassword,
  sendConfirmationEmail,
  sendLoginEmail,
  sendResetPasswordEmail,
  updateUser,
} from '#contract/accounts.ts'
import { clientLogin, getUserClients } from '#contract/organizations/organizations.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { handClock } from '#web/testing/hand-clock.ts'
import { renderPage, setSession } from '#web/testing/render-page.tsx'
import { all, theOne, press, says, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()
const clock = handClock()
const hash = (password: string) => createHash('sha256').update(password).digest('hex')
const uuid = '6f1c6a52-0a5e-4b9c-9d44-0c1d2e3f4a5b'
const strong = 'Correct-horse-9'
const address = async (name: string) => (await theOne('link', name)).getAttribute('href')

describe('the guards', () => {
  it('ACC-050 ACC-051 ACC-058 a visitor without a session is led to /login, and back afterwards', async () => {
    expect((await renderPage('/orders', null)).left).toEqual(['/login?redirectTo=%2Forders'])
    expect((await renderPage('/integrations?x=1', null)).left).toEqual(['/login?redirectTo=%2Fintegrations%3Fx%3D1'])
    await renderPage('/pricing', null)
    await theOne('heading', 'Pricing')
  })

  it('ACC-053 ACC-055 a member of several organizations chooses one first', async () => {
    const several = { clientIds: [1, 2], clientId: null, roleId: null }
    expect((await renderPage('/orders', several)).left).toEqual(['/selectClient?redirectTo=%2Forders'])
  })

  it('ACC-056 ACC-057 ACC-060 an unconfirmed email leads to /confirmEmail, a missing organization to /admin', async () => {
    expect((await renderPage('/orders', { emailConfirmed: false })).left).toEqual(['/confirmEmail'])
    expect((await renderPage('/inventory', { clientIds: [], clientId: null, roleId: null })).left).toEqual(['/admin'])
  })

  it('an organization that requires two-factor sign-in leads to /account', async () => {
    expect((await renderPage('/orders', { secondFactorSetupRequired: true })).left).toEqual(['/account'])
  })
})

describe('/login', () => {
  const open = (query = '') => renderPage(`/login${query}`, null)
  const enter = async (email = 'dana@example.com', password = strong) => {
    await type('Email', email)
    await type('Password', password)
    await press('button', 'Log In')
  }

  it('NAV-020 ACC-064..ACC-069 has its fields and links, and leads to the page that was asked for', async () => {
    server.answer(login, () => {
      setSession({})
      return 'token'
    })
    const page = await open('?redirectTo=%2Ftemplates')
    await theOne('heading', 'Log in')
    expect(await address('Sign Up')).toBe('/createAccount')
    expect(await address('Forgot password?')).toBe('/forgotPassword')
    await enter()
    await until(() => page.left.length === 1)
    expect(page.left).toEqual(['/templates'])
    expect(server.calls(login).map(({ body }) => body)).toMatchObject([
      { email: 'dana@example.com', password: hash(strong) },
    ])
  })

  it('ACC-075 an email that is not valid is not sent', async () => {
    await open()
    await enter('kim at example')
    await says('Invalid email.')
    expect(server.calls(login)).toEqual([])
  })

  it('ACC-076 a refused login shows the message of the server', async () => {
    server.fail(login, 'bad_credentials')
    await open()
    await enter()
    await says('Invalid email or password.', await theOne('alert', /./))
  })

  it('NAV-131 a request without an answer says so', async () => {
    server.lose(login)
    server.answer(login, 'token')
    server.lose(login)
    await open()
    await enter()
    await says('No response.', await theOne('alert', /./))
  })

  it('the second factor is asked for, and Back keeps what was typed', async () => {
    server.fail(login, 'second_factor_required')
    const page = await open()
    await enter()
    await theOne('heading', 'Two-factor authentication')
    expect((await theOne('field', 'Code')).getAttribute('autocomplete')).toBe('one-time-code')
    await press('button', 'Back')
    expect([await valueOf('Email'), await valueOf('Password')]).toEqual(['dana@example.com', strong])
    await press('button', 'Log In')
    await press('button', 'Use a backup code')
    await type('Backup code', 'used-code')
    server.fail(login, 'second_factor_wrong')
    await press('button', 'Log In')
    await says('That code is incorrect or already used.')
    server.answer(login, () => {
      setSession({})
      return 'token'
    })
    await type('Backup code', 'fresh-code')
    await press('button', 'Log In')
    await until(() => page.left[0] === '/dashboard')
    expect(server.calls(login).map(({ body }) => body.otp)).toEqual([undefined, undefined, 'used-code', 'fresh-code'])
  })

  it('ACC-070 ACC-071 ACC-073 ACC-074 a mailed link asks before it opens a session, leaves the address, and sends the token alone', async () => {
    server.answer(login, () => {
      setSession({})
      return 'token'
    })
    const page = await open('?email=kim%40example.com&token=t-1')
    await theOne('heading', 'Log in as kim@example.com?')
    expect(page.address()).toBe('/login')
    await press('button', 'Log in')
    await until(() => page.left.length === 1)
    expect(server.calls(login).map(({ body }) => body)).toMatchObject([
      { email: 'kim@example.com', password: '', accessToken: 't-1' },
    ])
  })

  it('a link of another account says who is signed in', async () => {
    await renderPage('/login?email=kim%40example.com&token=t-1', { email: 'dana@example.com' })
    await says('You’re logged in as dana@example.com')
    expect(await address('Stay logged in')).toBe('/')
  })

  it('a sign-in link is mailed to a valid email', async () => {
    server.answer(sendLoginEmail, ok)
    await open()
    await press('button', 'Email me a login link')
    await says('Invalid email.')
    await type('Email', 'kim@example.com')
    await press('button', 'Email me a login link')
    await says('we’ve sent a login link')
    expect(server.calls(sendLoginEmail).map(({ body }) => body.email)).toEqual(['kim@example.com'])
  })
})

describe('/createAccount', () => {
  const fill = async (email: string, password: string, again: string) => {
    await type('Name', 'Dana')
    await type('Email', email)
    await type('Password', password)
    await type('Re-Enter Password', again)
  }

  it('NAV-021 ACC-079..ACC-085 ACC-094..ACC-096 says what is wrong where it is', async () => {
    await renderPage('/createAccount', null)
    await theOne('heading', 'Create your account')
    expect(await address('Return')).toBe('/login')
    await fill('dana', 'password', 'passwort')
    await says('Please insert a valid email')
    await says('Password must be 8 characters long and include an uppercase, number, and special character.')
    await type('Email', 'dana@example.com')
    await press('button', 'Create')
    await says('Must contain an uppercase, lowercase, number, special character, and be at least 8 characters long.')
    await says('Passwords do not match.')
    expect(server.calls(createAccount)).toEqual([])
  })

  it('ACC-086 a new account leads to /confirmEmail, with its name saved', async () => {
    server.answer(createAccount, 'token')
    server.answer(updateUser, {
      id: 1,
      email: 'dana@example.com',
      name: 'Dana',
      description: '',
      image: '',
      emailConfirmed: false,
    })
    const page = await renderPage('/createAccount', null)
    await fill('dana@example.com', strong, strong)
    await press('button', 'Create')
    await until(() => page.left.length === 1)
    expect(page.left).toEqual(['/confirmEmail'])
    expect(server.calls(updateUser).map(({ body }) => body.user)).toEqual([{ name: 'Dana' }])
  })
})

describe('a new password', () => {
  it('NAV-022 ACC-100..ACC-104 /forgotPassword mails a link to a valid email', async () => {
    server.answer(sendResetPasswordEmail, ok)
    await renderPage('/forgotPassword', null)
    await theOne('heading', 'Forgot password')
    expect(await address('Return')).toBe('/login')
    await type('Email', 'kim at example')
    await press('button', 'Send Reset Link')
    await says('Email is not valid.')
    await type('Email', 'kim@example.com')
    await press('button', 'Send Reset Link')
    await says('Sent Reset Password Email')
  })

  it('ACC-111 /resetPassword without a code leads to /forgotPassword', async () => {
    const page = await renderPage('/resetPassword', null)
    await until(() => page.left.length === 1)
    expect(page.left).toEqual(['/forgotPassword'])
  })

  it('NAV-023 ACC-105..ACC-110 ACC-112..ACC-116 /resetPassword checks the new password, saves its hash, and leads to /login after 2 seconds', async () => {
    server.answer(resetPassword, ok)
    const page = await renderPage(`/resetPassword?uuid=${uuid}&code=c-1`, null)
    expect(await address('Back')).toBe('/login')
    await press('button', 'Reset Password')
    await type('New Password', 'short')
    await type('Confirm New Password', strong)
    await press('button', 'Reset Password')
    await says('Must contain an uppercase, lowercase, number, special character, and be at least 8 characters long.')
    await type('New Password', 'Different-horse-8')
    await press('button', 'Reset Password')
    await says('Passwords do not match.')
    expect(server.calls(resetPassword)).toEqual([])
    await type('New Password', strong)
    await press('button', 'Reset Password')
    await says('Successfully reset password. Redirecting to login')
    expect(await address('Go now')).toBe('/login')
    expect(server.calls(resetPassword).map(({ body }) => body)).toEqual([
      { uuid, code: 'c-1', password: hash(strong), checkPassword: hash(strong) },
    ])
    clock.pass(1999)
    expect(page.left).toEqual([])
    clock.pass(1)
    expect(page.left).toEqual(['/login'])
  })
})

describe('/confirmEmail', () => {
  beforeEach(() => {
    server.answer(confirmEmail, ok)
    server.answer(logout, ok)
    server.answer(confirmation, { mailed: true, here: false })
  })
  const unconfirmed = { emailConfirmed: false, clientIds: [], clientId: null, roleId: null }

  it('ACC-118..ACC-120 ACC-124 ACC-132 says that a link was sent, and sends a new one', async () => {
    server.answer(sendConfirmationEmail, ok)
    await renderPage('/confirmEmail', unconfirmed)
    await theOne('heading', 'Confirm Email')
    await says('Open the link sent to dana@example.com.')
    await says('Email confirmation links are valid up to 30 minutes.')
    expect(await address('Back')).toBe('/login')
    await press('button', 'Send New Email')
    await says('Sent confirmation email.')
  })

  it('ACC-121 ACC-122 ACC-126..ACC-128 ACC-131 NAV-043 a link confirms once on arrival, ends the session, and leads to /login after 2 seconds', async () => {
    const page = await renderPage(`/confirmEmail?uuid=${uuid}&code=c-1`, unconfirmed)
    await says('Email confirmed. Please log in again. (redirecting...)')
    expect(server.calls(confirmEmail).map(({ body }) => body)).toEqual([{ uuid, code: 'c-1' }])
    expect(server.calls(logout)).toHaveLength(1)
    expect(document.cookie).not.toContain('user=')
    expect(await address('Go now')).toBe('/login')
    clock.pass(1999)
    expect(page.left).toEqual([])
    clock.pass(1)
    expect(page.left).toEqual(['/login'])
  })

  it('ACC-129 ACC-130 a failed confirmation says why, in the words of the server if there are any', async () => {
    server.fail(confirmEmail, 'code_invalid')
    await renderPage(`/confirmEmail?uuid=${uuid}&code=c-1`, null)
    await says('This link is no longer valid. Request a new one.', await theOne('alert', /./))
    server.lose(confirmEmail)
    await renderPage(`/confirmEmail?uuid=${uuid}&code=c-1`, null)
    await says('Unknown Error. Try again later.', await theOne('alert', /./))
    server.answer(confirmEmail, ok)
    server.refuseInvalid(confirmEmail)
    await renderPage('/confirmEmail?uuid=6f1c6a52&code=c-1', null)
    await says('This link is incomplete.', await theOne('alert', /./))
  })

  it('ACC-123 a confirmed email leads to the dashboard', async () => {
    const page = await renderPage('/confirmEmail', {})
    await until(() => page.left.length === 1)
    expect(page.left).toEqual(['/dashboard'])
  })
})

describe('/selectClient', () => {
  const several = { clientIds: [1, 2], clientId: null, roleId: null }
  const select = (value: string) => {
    const list = document.querySelector('select') as HTMLSelectElement
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(list, value)
    list.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const organizations = async () =>
    until(() => {
      const names = [...document.querySelectorAll('option')].map((option) => option.textContent)
      return names.length === 3 && names
    })
  beforeEach(() =>
    server.answer(getUserClients, [
      { id: 1, displayName: 'Northlight Goods' },
      { id: 2, displayName: 'Harbour Books' },
    ]),
  )

  it('NAV-044 ORG-017..ORG-021 ORG-023..ORG-028 ORG-030 offers the organizations and asks for one, then leads on', async () => {
    server.fail(clientLogin, 'internal')
    const page = await renderPage('/selectClient?redirectTo=%2Ftemplates', several)
    await theOne('heading', 'Select Organization')
    await says('This account belongs to multiple clients. Please select the organization to log in')
    expect(await organizations()).toEqual(['None', 'Northlight Goods', 'Harbour Books'])
    await press('button', 'Submit')
    await says('You must select a client.')
    select('2')
    await press('button', 'Submit')
    await says('Error logging into client.')
    server.answer(clientLogin, 'token')
    await press('button', 'Submit')
    await until(() => page.left.length === 1)
    expect(page.left).toEqual(['/templates'])
    expect(server.calls(clientLogin).map(({ body }) => body.clientLoginId)).toEqual([2, 2])
    const plain = await renderPage('/selectClient', several)
    await organizations()
    select('1')
    await press('button', 'Submit')
    await until(() => plain.left[0] === '/dashboard')
  })

  it('ORG-022 ORG-029 a super-admin is told what the list is', async () => {
    await renderPage('/selectClient', { ...several, roleId: 1 })
    await says('This account is a super-admin. Select an organization to log in')
    expect(all('link', 'Log in as someone else')).toHaveLength(1)
  })
})
