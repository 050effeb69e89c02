import { createHash, timingSafeEqual } from 'node:crypto'
import { escapeHtml, htmlPage } from './pages.ts'
import type { SimAnswer, SimContext, SimRequest } from './simulator.ts'

/** What a consent page was opened with, or what its form sends. */
export const formOf = ({ method, query, rawBody }: SimRequest): URLSearchParams =>
  method === 'POST' ? new URLSearchParams(rawBody.toString('utf8')) : query

/** The token of a call; '' without one. */
export const bearerOf = ({ headers }: SimRequest): string =>
  /^bearer (\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? ''

/** Compares secrets in a time that does not depend on them. */
export function isSameSecret(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

/** The challenge of a PKCE verifier, by the method S256. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Sends the browser back to the app. */
export const redirectTo = (url: URL): SimAnswer => ({
  status: 302,
  headers: { location: url.href, 'cache-control': 'no-store' },
})

/** A refusal as OAuth prescribes it. */
export const oauthError = (status: number, error: string, description: string): SimAnswer => ({
  status,
  body: { error, error_description: description },
})

export const hiddenFields = (values: Iterable<[name: string, value: string]>): string =>
  [...values]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n')

export interface ConsentPage {
  channel: string
  title: string
  heading: string
  /** What the app wants, as HTML. */
  intro: string
  scopes?: readonly string[]
  /** Where the form goes: a path of the channel. */
  action: string
  /** What the form sends again of the request. */
  hidden?: Iterable<[name: string, value: string]>
  /** What the seller enters, as HTML. */
  fields?: string
  /** The name under which a button sends its value. */
  decision: string
  /** The first one gives the consent. */
  buttons: readonly [value: string, label: string][]
  formsMayGoTo?: string[]
}

/** The page on which a seller lets an app in. */
export function consentPage(context: SimContext, page: ConsentPage): SimAnswer {
  const buttons = page.buttons.map(([value, label], index) => {
    const kind = index === 0 ? 'class="primary"' : 'formnovalidate'
    return `<button type="submit" name="${page.decision}" value="${value}" ${kind}>${escapeHtml(label)}</button>`
  })
  const scopes = page.scopes?.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`)
  return plainPage(page.channel, page.heading, {
    title: page.title,
    formsMayGoTo: page.formsMayGoTo ?? [new URL(context.app.redirectUri).origin],
    inner: `<p>${page.intro}</p>
${scopes ? `<ul>${scopes.join('')}</ul>` : ''}
<form method="post" action="${escapeHtml(`${context.baseUrl}${page.action}`)}">
${hiddenFields(page.hidden ?? [])}
${page.fields ?? ''}
<p class="buttons">
${buttons.join('\n')}
</p>
</form>`,
  })
}

/** A page of the channel's in the look of the consent page. `inner` is HTML. */
export const plainPage = (
  channel: string,
  heading: string,
  o: { inner: string; title?: string; status?: number; formsMayGoTo?: string[] },
): SimAnswer =>
  htmlPage({
    title: o.title ?? `${heading} - ${channel} sandbox`,
    ...(o.status && { status: o.status }),
    ...(o.formsMayGoTo && { formsMayGoTo: o.formsMayGoTo }),
    main: `<main id="main" class="consent">
<p class="mark">${channel} sandbox</p>
<h1>${escapeHtml(heading)}</h1>
${o.inner}
</main>`,
  })

/** Says why the seller cannot go on. */
export const refusalPage = (channel: string, sentence: string, heading = 'This cannot go on'): SimAnswer =>
  plainPage(channel, heading, { status: 400, inner: `<p role="alert">${escapeHtml(sentence)}</p>` })
