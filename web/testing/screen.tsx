import { MantineProvider } from '@mantine/core'
import { notificationsStore } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { AnyEndpoint, CallInput, CallReply } from '#contract/endpoint.ts'
import { type RoleId, roles } from '#contract/permissions.ts'
import { cache } from '../cache.ts'
import { queryOf } from '../call.ts'
import { parseSearch } from '../search.ts'
import { sessionChanged } from '../session.ts'
import { Dialogs } from '../ui/dialogs/dialogs.tsx'
import { theme } from '../ui/theme/theme.ts'
import { ToastHost } from '../ui/dialogs/toast-host.tsx'

/*
 * A page of the app in a document without a browser (`@vitest-environment jsdom`), with answers in the server's place. For what a page says and
 * sends; how it looks, and what only a browser can do, is for `e2e/`.
 */

/** A request as it reached the server's place. */
export interface Asked {
  query: Record<string, string>
  body: unknown
}
export interface Refusal {
  status: number
  message: string
  code?: string
  fields?: Record<string, string>
}
interface Answer {
  endpoint: Pick<AnyEndpoint, 'method' | 'path'>
  reply: (request: Asked) => unknown
}
const refused = Symbol('refused')
type Refused = Refusal & { [refused]: true }

/** What an endpoint replies, or a function of what it was asked. */
export const answer = <E extends AnyEndpoint>(
  endpoint: E,
  reply: CallReply<E> | Refused | Promise<never> | ((request: Asked) => CallReply<E> | Refused | Promise<CallReply<E>>),
): Answer => ({
  endpoint,
  reply: typeof reply === 'function' ? (reply as Answer['reply']) : () => reply,
})
/** No success: what the server says instead. */
export const refusal = (input: Refusal): Refused => ({ ...input, [refused]: true })
/** An answer that never comes. */
export const never = new Promise<never>(() => undefined)

/** What a screen reader calls each. */
const kinds = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  tab: '[role="tab"]',
  checkbox: 'input[type="checkbox"]',
  radio: 'input[type="radio"]',
  row: 'tr, [role="row"]',
  table: 'table, [role="grid"]',
  columnheader: 'th, [role="columnheader"]',
  list: 'ul, ol, [role="list"]',
  navigation: 'nav',
  main: 'main',
  section: 'section',
  form: 'form',
  article: 'article',
  alert: '[role="alert"]',
  field: 'input:not([type="hidden"]), textarea',
  switch: 'input[role="switch"]',
  option: '[role="option"]',
  item: '[role="menuitem"]',
  choice: '[role="menuitemradio"], [role="menuitemcheckbox"]',
  search: 'search, [role="search"]',
  dialog: '[role="dialog"]',
  region: 'section[aria-label], [role="region"]',
  group: '[role="group"], fieldset',
  image: 'img, [role="img"]',
  heading: 'h1, h2, h3',
} as const
type Kind = keyof typeof kinds
type Name = string | RegExp

const words = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()

/** By what name an element is known, as browsers find it: said, by what labels it, by what stands in it. */
export function nameOf(element: Element): string {
  const ariaLabel = element.getAttribute('aria-label')
  if (ariaLabel) return words(ariaLabel)
  const by = element.getAttribute('aria-labelledby')
  if (by)
    return words(
      by
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    )
  const title = element.matches('fieldset, section') && element.querySelector('legend, h2, h3')
  if (title) return words(title.textContent)
  const label = element.id && document.querySelector(`label[for="${CSS.escape(element.id)}"]`)
  if (label) return words(label.textContent).replace(/ \*$/, '')
  return words(element.getAttribute('alt') ?? element.closest('label')?.textContent) || words(element.textContent)
}

const is = (name: string, expected: Name) => (typeof expected === 'string' ? name === expected : expected.test(name))

/** All of a kind that are on the screen. */
export const all = (kind: Kind, name: Name = /(?:)/, within: ParentNode = document): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>(kinds[kind])].filter(
    (element) => is(nameOf(element), name) && !element.closest('[hidden], [style*="display: none"]'),
  )

const patienceMs = 15_000
const pauseMs = 15
/** Asks again and again. @returns undefined if it never was so; what it threw last is in `failure` */
async function poll<T>(ask: () => T | Promise<T>): Promise<{ result?: T; failure?: unknown }> {
  const end = Date.now() + patienceMs
  let failure: unknown
  while (Date.now() < end) {
    try {
      const result = await ask()
      if (result !== undefined && result !== false && result !== null) return { result }
      failure = undefined
    } catch (error) {
      failure = error
    }
    await new Promise((goOn) => setTimeout(goOn, pauseMs))
  }
  return { failure }
}

/** Waits until something is so. @throws what it threw last when it never was */
export async function until<T>(ask: () => T | Promise<T>): Promise<Exclude<T, undefined | false | null>> {
  const { result, failure } = await poll(ask)
  if (result === undefined) throw failure ?? new Error(`It never was so: ${ask}\nOn the screen: ${text()}`)
  return result as Exclude<T, undefined | false | null>
}

/** The only one of a kind with a name, once it is there. */
export async function theOne(kind: Kind, name: Name, within?: ParentNode): Promise<HTMLElement> {
  const { result } = await poll(() => {
    const [first, second] = all(kind, name, within)
    return second ? undefined : first
  })
  if (result) return result
  const problem = all(kind, name, within).length > 1 ? 'More than one' : 'No'
  const others = all(kind, undefined, within).map((each) => `"${nameOf(each)}"`)
  throw new Error(`${problem} ${kind} ${name}; there are ${others.join(', ') || 'none'}\nOn the screen: ${text()}`)
}

/** All that can be read. */
export const text = (within: ParentNode = document.body): string => words(within.textContent)
/** Waits for some words. */
export const says = (sentence: string, within?: ParentNode) => until(() => text(within).includes(sentence))

/** Moves the focus to an element and waits until it stays there: a table that draws its rows again draws another button. */
export const focusOn = (kind: Kind, name: Name, within?: ParentNode): Promise<HTMLElement> =>
  until(async () => {
    const element = await theOne(kind, name, within)
    element.focus()
    await new Promise((goOn) => setTimeout(goOn))
    return document.activeElement === element && element
  })

export async function press(kind: Kind, name: Name, within?: ParentNode): Promise<void> {
  const element = await theOne(kind, name, within)
  element.focus()
  // What was typed before is taken up when its field loses the focus, before the click.
  await new Promise((goOn) => setTimeout(goOn))
  // What it became by then is pressed, as a finger would.
  const target = element.isConnected ? element : await theOne(kind, name, within)
  target.click()
}

/** Types over what stands in a field. */
export async function type(name: Name, value: string, within?: ParentNode): Promise<void> {
  const field = (await theOne('field', name, within)) as HTMLInputElement
  field.focus()
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** What stands in a field. */
export const valueOf = async (name: Name, within?: ParentNode): Promise<string> =>
  ((await theOne('field', name, within)) as HTMLInputElement).value

/** The values of a list of terms, by term. */
export const factsOf = (within: ParentNode): Record<string, string> =>
  Object.fromEntries(
    [...within.querySelectorAll('dt')].map((term) => [
      words(term.textContent),
      words(term.nextElementSibling?.textContent),
    ]),
  )

/** Presses a key where the focus is. */
export function pressKey(key: string, more: KeyboardEventInit = {}): void {
  const init = { key, bubbles: true, cancelable: true, ...more }
  const target = document.activeElement ?? document.body
  target.dispatchEvent(new KeyboardEvent('keydown', init))
  target.dispatchEvent(new KeyboardEvent('keyup', init))
}

/** Chooses files, as the dialog of the browser does. */
export function pickFiles(input: HTMLInputElement, ...files: File[]): void {
  Object.defineProperty(input, 'files', { configurable: true, value: files })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Sends the form of a part of the page, as Enter in one of its fields does. */
export function submit(within: ParentNode): void {
  const form = within.querySelector('form') ?? undefined
  form?.requestSubmit(form.querySelector<HTMLButtonElement>('[type="submit"]:not(:disabled)') ?? undefined)
}

/** Chooses from the list of a field. */
export async function choose(field: Name, option: Name, within?: ParentNode): Promise<void> {
  await press('field', field, within)
  await press('option', option)
}

export interface Screen {
  /** What was sent to an endpoint, in order. */
  sent: <E extends AnyEndpoint>(endpoint: E) => NonNullable<CallInput<E>['body']>[]
  /** Addresses of all that was asked, in order. */
  requests: readonly string[]
  /** What nobody answered. */
  unanswered: readonly string[]
  address: () => string
}

let shown: Root | undefined
let cleanUp: (() => void) | undefined
let missing: string[] = []

interface Setting {
  /** The address. */
  at?: string
  /** The later ones count first. */
  answers?: readonly Answer[]
  role?: RoleId
  /** The path of its route, where the part reads what stands in it. */
  route?: string
  /** The address of a page that never comes. */
  late?: string
}
/** Draws a part of the app. */
export function show(part: ReactNode, o: Setting = {}): Screen {
  away()
  stubs()
  const user = { id: 1, userUUID: 'u', email: 'dana@example.com', name: 'Dana', clientIds: [1], clientId: 1 }
  const session = { ...user, roleId: o.role ?? roles.admin, emailConfirmed: true, clientName: 'Shop' }
  document.cookie = `user=${encodeURIComponent(JSON.stringify(session))}`
  sessionChanged()
  const requests: string[] = []
  const bodies: { endpoint: string; body: unknown }[] = []
  missing = []
  const { fetch } = globalThis
  globalThis.fetch = (async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost')
    const path = url.pathname.replace(/^\/api\/v2/, '')
    requests.push(`${init.method} ${path}${url.search}`)
    const fitting = o.answers?.filter(({ endpoint }) => endpoint.method === init.method && fits(endpoint.path, path))
    const match = fitting?.findLast(({ endpoint }) => endpoint.path === path) ?? fitting?.at(-1)
    if (!match) {
      missing.push(`${init.method} ${path}`)
      return answered({ status: 500, message: `Nobody answers ${init.method} ${path}` })
    }
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    bodies.push({ endpoint: `${match.endpoint.method} ${match.endpoint.path}`, body })
    const reply = await match.reply({ query: Object.fromEntries(url.searchParams), body })
    return answered(reply)
  }) as typeof fetch
  const root = createRootRoute({ component: Outlet })
  const page = () => part
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: o.route ?? '$', component: page }),
      createRoute({ getParentRoute: () => root, path: o.late ?? '/late', loader: () => never }),
    ]),
    history: createMemoryHistory({ initialEntries: [o.at ?? '/here'] }),
    parseSearch,
    stringifySearch: queryOf,
  })
  draw(
    <QueryClientProvider client={cache}>
      <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
        <RouterProvider router={router as never} />
        <Dialogs />
        <ToastHost />
      </MantineProvider>
    </QueryClientProvider>,
    () => {
      globalThis.fetch = fetch
    },
  )
  return {
    sent: ({ method, path }) =>
      bodies.filter(({ endpoint }) => endpoint === `${method} ${path}`).map(({ body }) => body) as never,
    requests,
    unanswered: missing,
    address: () => router.state.location.href,
  }
}

/** Draws something in the empty document. @param onAway runs when it is taken away again */
export function draw(part: ReactNode, onAway?: () => void): void {
  shown = createRoot(document.body.appendChild(document.createElement('div')))
  shown.render(part)
  cleanUp = onAway
}

/** Takes all from the screen, and forgets what was answered. */
export function away(): void {
  shown?.unmount()
  shown = undefined
  cleanUp?.()
  cleanUp = undefined
  cache.clear()
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] })
  document.body.innerHTML = ''
}

function answered(reply: unknown): Response {
  const no = reply as Partial<Refused> | undefined
  if (
    no &&
    typeof no === 'object' &&
    (refused in no || (no.status === 500 && no.message?.startsWith('Nobody answers')))
  )
    return Response.json({ success: false, data: null, ...no }, { status: no.status ?? 500 })
  return Response.json({ success: true, data: reply ?? null, message: '' })
}

const fits = (pattern: string, path: string) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

const scrollNowhere = () => undefined

/** What the document here lacks, and pages use. */
export function stubs(): void {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  if (!('fonts' in document))
    Object.assign(document, { fonts: Object.assign(new EventTarget(), { ready: Promise.resolve() }) })
  globalThis.IntersectionObserver ??= class {
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver
  window.matchMedia ??= (media: string) =>
    ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
  Element.prototype.scrollIntoView ??= () => undefined
  Element.prototype.scrollTo ??= () => undefined
  Element.prototype.scrollBy ??= () => undefined
  window.scrollTo = scrollNowhere
  globalThis.CSS ??= { escape: (id: string) => id.replaceAll(/[^\w-]/g, (sign) => `\\${sign}`) } as typeof CSS
}
