// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { beginSignOn, finishSignOn, listProviders, proveAccount } from '#contract/accounts/sign-on.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { renderPage, setSession } from '#web/testing/render-page.tsx'
import { press, says, theOne, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const okta = { id: 'okta', label: 'Okta' }
const away = 'https://example.okta.com/authorize?state=s'
const arrival = { next: 'inside', redirectTo: '', email: 'dana@example.com', label: 'Okta', ticket: '' } as const
const password = 'Correct-horse-9'
const hash = createHash('sha256').update(password).digest('hex')
const leaves = async (page: { left: readonly string[] }, to: string) => {
  await until(() => page.left.length === 1)
  expect(page.left).toEqual([to])
}

describe('the login page', () => {
  it('has a button for each provider, which leads to it', async () => {
    server.answer(listProviders, [okta, { id: 'google', label: 'Google' }])
    server.answer(beginSignOn, { url: away })
    const page = await renderPage('/login?redirectTo=%2Forders', null)
    await theOne('button', 'Log in with Google')
    await press('button', 'Log in with Okta')
    await leaves(page, away)
    expect(server.calls(beginSignOn).map(({ body }) => body)).toEqual([{ provider: 'okta', redirectTo: '/orders' }])
  })

  it('says when a provider is down, and keeps the other ways open', async () => {
    server.answer(listProviders, [okta])
    server.fail(beginSignOn, 'provider_down', { message: 'Okta can’t be reached right now.' })
    await renderPage('/login', null)
    await press('button', 'Log in with Okta')
    await says('Okta can’t be reached right now.')
    await theOne('button', 'Log In')
  })

  it('offers to load the providers again', async () => {
    server.fail(listProviders, 'internal')
    await renderPage('/login', null)
    await says('Couldn’t load single sign-on.')
    server.answer(listProviders, [okta])
    await press('button', 'Try again')
    await theOne('button', 'Log in with Okta')
  })
})

describe('the way back from a provider', () => {
  const back = () => renderPage('/login/okta?code=c&state=s', null)

  it('takes the code out of the address and goes on to the page that was asked for', async () => {
    server.answer(finishSignOn, () => {
      setSession({})
      return { ...arrival, redirectTo: '/orders' }
    })
    const page = await back()
    await leaves(page, '/orders')
    expect(page.address()).toBe('/login/okta')
    expect(server.calls(finishSignOn).map(({ body }) => body)).toEqual([{ provider: 'okta', query: 'code=c&state=s' }])
  })

  it('says why not, and offers another try and another way', async () => {
    server.fail(finishSignOn, 'sign_on_refused', { message: 'Okta didn’t let you in, or you canceled.' })
    server.answer(beginSignOn, { url: away })
    const page = await back()
    await theOne('heading', 'Couldn’t log in')
    await says('Okta didn’t let you in, or you canceled.')
    expect((await theOne('link', 'Log in another way')).getAttribute('href')).toBe('/login')
    await press('button', 'Try again')
    await leaves(page, away)
  })

  it('asks for the password of an account that exists, and for its second factor', async () => {
    server.answer(finishSignOn, { ...arrival, next: 'password', ticket: 't' })
    server.fail(proveAccount, 'bad_credentials')
    const page = await back()
    await theOne('heading', 'Link Okta')
    await type('Password', password)
    await press('button', 'Link and log in')
    await says('Invalid email or password.')
    server.fail(proveAccount, 'second_factor_required')
    await press('button', 'Link and log in')
    await theOne('heading', 'Two-factor authentication')
    server.answer(proveAccount, () => {
      setSession({})
      return { redirectTo: '' }
    })
    await type('Code', '123456')
    await press('button', 'Log In')
    await leaves(page, '/dashboard')
    expect(server.calls(proveAccount).at(-1)?.body).toEqual({ ticket: 't', password: hash, otp: '123456' })
  })

  it('says when the password came too late', async () => {
    server.answer(finishSignOn, { ...arrival, next: 'password', ticket: 't' })
    server.fail(proveAccount, 'sign_on_refused', { message: 'This login took too long.' })
    await back()
    await type('Password', password)
    await press('button', 'Link and log in')
    await theOne('heading', 'Couldn’t log in')
    await says('This login took too long.')
  })
})
