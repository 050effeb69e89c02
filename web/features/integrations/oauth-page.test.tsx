// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Asked {
  method: string
  path: string
  body: unknown
}
let calls: Asked[]
let root: Root | undefined
/** Where the browser was sent. */
let left: string[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  calls = []
  left = []
})
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The page at an address, as the module reads it when it is loaded; the server gives this answer. */
async function open(address: string, answer: object = { success: true, data: { ok: true }, message: '' }) {
  const at = new URL(address, 'http://localhost:3000')
  vi.stubGlobal('location', {
    pathname: at.pathname,
    search: at.search,
    origin: at.origin,
    href: at.href,
    replace: (to: string) => void left.push(to),
  })
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ method: init.method ?? 'GET', path: String(url), body })
    const ok = (answer as { success: boolean }).success
    return new Response(JSON.stringify(answer), { status: ok ? 200 : 400 })
  })
  history.replaceState = () => undefined
  const { OAuthPage } = await import('./oauth-page.tsx')
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  await act(async () => root?.render(<OAuthPage />))
  await act(async () => vi.advanceTimersByTimeAsync(0))
  return box
}
const refused = { success: false, data: null, message: 'You didn’t allow access to Square.', code: 'channel_refused' }

describe('the window of a consent', () => {
  it.each([
    ['ebay', 'eBay'],
    ['bigcommerce', 'BigCommerce'],
    ['csv', 'Google Sheets'],
  ])('CHN-102 of %s reads "Authorizing with %s"', async (channel, name) => {
    const box = await open(`/oauth/${channel}?code=1`)
    expect(box.querySelector('h1')?.textContent).toBe(`Authorizing with ${name}`)
  })
  it('CHN-110 without a code it asks for the address of the consent, and goes there', async () => {
    const there = 'https://auth.example.com/authorize?state=s'
    await open('/oauth/square?integrationId=7', { success: true, data: there, message: '' })
    expect(calls).toEqual([
      { method: 'GET', path: expect.stringMatching(/\/channels\/square\/oauthUrl\?integrationId=7$/), body: undefined },
    ])
    expect(left).toEqual([there])
  })
  it.each(['', 'javascript:alert(1)', '/orders', 'http://'])('CHN-107 it never goes to %j', async (there) => {
    const box = await open('/oauth/square', { success: true, data: there, message: '' })
    expect(left).toEqual([])
    expect(box.querySelector('[role=alert]')?.textContent).toBe('Did not receive valid redirect URL from server.')
  })
  it('CHN-109 with a code it exchanges that, with all that came with it', async () => {
    await open('/oauth/square?code=c%2B1&state=s')
    expect(calls).toEqual([
      {
        method: 'POST',
        path: expect.stringMatching(/\/channels\/square\/oauth$/),
        body: { code: 'c+1', state: 's' },
      },
    ])
  })
  it('CHN-108 what BigCommerce sends is exchanged also without a code; what we open ourselves is not', async () => {
    await open('/oauth/bigcommerce?context=stores%2Fabc&scope=x')
    expect(calls.map(({ method, body }) => [method, body])).toEqual([['POST', { context: 'stores/abc', scope: 'x' }]])
  })
  it('CHN-108 and the same at another channel is no answer', async () => {
    await open('/oauth/square?context=stores%2Fabc', { success: true, data: 'https://a.example', message: '' })
    expect(calls.map(({ method }) => method)).toEqual(['GET'])
  })
  it("CHN-103 what the server says of a failure stands in the error's box", async () => {
    const box = await open('/oauth/square?error=access_denied', refused)
    const alert = box.querySelector('[role=alert]')
    expect(alert?.textContent).toBe(refused.message)
    expect(alert?.className).toContain('error')
  })
  it('CHN-024 closes two seconds after it succeeded, where it was opened for that', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
    Object.defineProperty(window, 'opener', { value: {}, configurable: true })
    const box = await open('/oauth/square?code=1')
    expect(box.textContent).toContain('Integration successful! Closing window...')
    await act(async () => vi.advanceTimersByTimeAsync(1999))
    expect(close).not.toHaveBeenCalled()
    await act(async () => vi.advanceTimersByTimeAsync(1))
    expect(close).toHaveBeenCalledOnce()
    Object.defineProperty(window, 'opener', { value: null, configurable: true })
  })
})
