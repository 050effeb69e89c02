// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { fakeServer } from '#web/testing/fake-server.ts'
import { handClock } from '#web/testing/hand-clock.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, theOne, text, until } from '#web/testing/screen.tsx'

fakeServer()
const clock = handClock()

const open = (address: string) => renderPage(address, null)
const href = (link: HTMLElement | undefined) => link?.getAttribute('href')
const part = (selector: string) => document.querySelector(selector) as HTMLElement

describe('the landing page', () => {
  it('NAV-013 NAV-014 NAV-137 it opens at / and /home, with its heading', async () => {
    for (const address of ['/home', '/']) {
      await open(address)
      await theOne('heading', 'Inventory management, simplified.')
    }
  })

  it('NAV-138..NAV-148 its head links to its sections and to sign-up, its hero to a trial and a demo', async () => {
    await open('/')
    await theOne('heading', 'Inventory management, simplified.')
    const head = part('header')
    for (const [name, id] of [
      ['Product', 'product'],
      ['Integrations', 'integrations'],
      ['Pricing', 'pricing'],
      ['FAQ', 'faq'],
    ] as const) {
      expect(href(await theOne('link', name, head))).toBe(`/#${id}`)
      expect(document.querySelectorAll(`#${id}`)).toHaveLength(1)
    }
    expect(href(await theOne('link', 'Sign Up', head))).toBe('/createAccount')
    expect(href(await theOne('link', 'Login', head))).toBe('/dashboard')
    expect(href(all('link', 'Start free trial')[0])).toBe('/createAccount')
    expect(href(all('link', 'Request a demo')[0])).toBe('/contact')
  })

  it('NAV-149..NAV-154 its sections are features, one sale on its way, channels, pricing, questions and a foot', async () => {
    await open('/')
    await theOne('heading', 'Pricing')
    expect(all('article').length).toBeGreaterThanOrEqual(3)
    expect(document.querySelectorAll('#product ol > li').length).toBeGreaterThanOrEqual(3)
    for (const channel of ['eBay', 'Etsy', 'Square', 'Shopify', 'BigCommerce', 'Clover'])
      expect(text(part('#integrations'))).toContain(channel)
    expect(document.querySelectorAll('#faq details').length).toBeGreaterThanOrEqual(3)
    await theOne('link', 'Privacy', part('footer:last-of-type'))
  })

  it('NAV-155..NAV-157 its three plans say their price and limits', async () => {
    await open('/pricing')
    for (const [name, ...lines] of [
      ['Starter', '$0 per month', 'Up to 100 orders per month', '2 channels', 'Email support'],
      ['Growth', '$199 per month', 'Up to 5,000 orders per month', '5 channels', 'Chat support'],
      ['Scale', 'Contact the provider', 'Unlimited orders', 'All channels', 'Priority support'],
    ] as const) {
      const plan = text(await theOne('region', name))
      for (const line of lines) expect(plan).toContain(line)
    }
  })

  it('the questions say the truth about two-factor sign-in and single sign-on', async () => {
    await open('/')
    await theOne('heading', 'Pricing')
    expect(text(part('#faq'))).toMatch(/2FA, with an authenticator app.*SSO is in for identity providers/)
    expect(text()).not.toMatch(/SSO (is not|does not)/)
  })
})

it('NAV-015..NAV-019 NAV-049 the public pages open for everyone', async () => {
  for (const [address, title] of [
    ['/about', 'About'],
    ['/contact', 'Contact'],
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
    ['/pricing', 'Pricing'],
  ] as const) {
    expect((await open(address)).left).toEqual([])
    await theOne('heading', title)
    await renderPage(address, {})
    await theOne('heading', title)
  }
})

it('an address at which nothing lives says so to a visitor', async () => {
  const page = await open('/nothing-here')
  expect(page.left).toEqual([])
  await theOne('heading', /./)
})

it('NAV-086..NAV-088 the logo says motto for 60000 ms, then more. for 2500 ms', async () => {
  await open('/about')
  await until(() => clock.isSet(60_000))
  const saysMore = () => /more/.test(all('image', 'Motto', part('header'))[0]?.getAttribute('class') ?? '')
  expect(saysMore()).toBe(false)
  clock.pass(59_999)
  expect(saysMore()).toBe(false)
  clock.pass(1)
  await until(() => saysMore() && clock.isSet(2_500))
  clock.pass(2_499)
  expect(saysMore()).toBe(true)
  clock.pass(1)
  await until(() => !saysMore())
})
