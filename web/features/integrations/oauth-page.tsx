import { useEffect, useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { ApiError, call, messageOf } from '#web/call.ts'
import { exchangeCode, oauthUrl } from '#web/outside/endpoints.ts'
import plain from '#web/outside/plain.module.css'
import { parseSearch, text } from '#web/search.ts'
import { ChannelMark, channelOrder, markNames } from '#web/ui/images/channel-mark.tsx'
import { Logo } from '#web/ui/images/logo.tsx'
import { useTitle } from '#web/ui/layout/page-meta.ts'
import classes from './oauth.module.css'

/** How long the success is shown before the window closes (CHN-024), in milliseconds. */
const closeMs = 2000

const channel = channelOrder.find((id) => id === location.pathname.split('/')[2]) ?? 'ebay'
/** Channels that answer without a code in the address (CHN-108). */
const exchangesAlways: readonly ChannelId[] = ['bigcommerce']
/** Every parameter exactly as in the URL: signatures are computed over them. */
const query = Object.fromEntries(new URLSearchParams(location.search))
/** What we open ourselves names an account at most. */
const isOurs = Object.keys(query).every((name) => name === 'integrationId')
const answered =
  Boolean(text(parseSearch(location.search).code) ?? query.error) || (exchangesAlways.includes(channel) && !isOurs)
// A code works once, whatever React does with this page.
let begun: Promise<void> | undefined

const isWebAddress = (address: string) => /^https?:\/\//.test(address) && URL.canParse(address)

/** Which account was being authorized: the channel's answer does not name it, and trying again shall not mean another. */
const ACCOUNT = 'motto.authorizing'

/** Asks where the consent is given and goes there (CHN-107, CHN-110). */
async function leave(): Promise<void> {
  sessionStorage.setItem(ACCOUNT, location.search)
  const address = await call(oauthUrl, { params: { channel }, query })
  if (!isWebAddress(address)) throw new Error('Did not receive valid redirect URL from server.')
  location.replace(address)
}

/** Trades the answer for access; the code does not stay in the address. */
async function exchange(confirmed?: 'yes'): Promise<void> {
  history.replaceState(null, '', location.pathname)
  await call(exchangeCode, { params: { channel }, body: query, query: { confirmed } })
}

/** The window in which a channel is asked for consent, and into which it answers (CHN-102..CHN-110). */
export function OAuthPage() {
  const name = markNames[channel]
  const [done, setDone] = useState(false)
  const [error, setError] = useState('')
  /** Whether to connect what came here without being begun here. */
  const [question, setQuestion] = useState('')
  const follow = (work: Promise<void>) =>
    void work.then(
      () => setDone(answered),
      (failure: unknown) =>
        failure instanceof ApiError && failure.code === 'connection_unconfirmed'
          ? setQuestion(failure.message)
          : setError(messageOf(failure)),
    )
  const confirm = () => {
    setQuestion('')
    follow(exchange('yes'))
  }
  useTitle(`Authorizing with ${name}`)
  useEffect(() => {
    begun ??= answered ? exchange() : leave()
    follow(begun)
  }, [])
  useEffect(() => {
    if (!done || !window.opener) return
    const timer = setTimeout(() => window.close(), closeMs)
    return () => clearTimeout(timer)
  }, [done])
  const back = (
    <a className={plain.secondary} href={`/integrations/${channel}`}>
      Back to {name}
    </a>
  )
  return (
    <main className={classes.page}>
      <Logo height={21} />
      <div className={classes.box}>
        <ChannelMark channel={channel} size="l" named />
        <h1>Authorizing with {name}</h1>
        {error ? (
          <>
            <p className={classes.error} role="alert">
              {error}
            </p>
            <div className={classes.actions}>
              <button
                type="button"
                className={plain.primary}
                onClick={() => location.replace(`/oauth/${channel}${sessionStorage.getItem(ACCOUNT) ?? ''}`)}
              >
                Try again
              </button>
              {back}
            </div>
          </>
        ) : question ? (
          <>
            <p role="alert">{question}</p>
            <div className={classes.actions}>
              <button type="button" className={plain.primary} onClick={confirm}>
                Connect
              </button>
              <a className={plain.secondary} href={`/integrations/${channel}`}>
                Cancel
              </a>
            </div>
          </>
        ) : done ? (
          <>
            <p role="status">Integration successful! Closing window...</p>
            {window.opener ? (
              <button type="button" className={plain.secondary} onClick={() => window.close()}>
                Close now
              </button>
            ) : (
              back
            )}
          </>
        ) : (
          <p className="subtle" role="status">
            {answered ? `Connecting ${name}…` : `Opening ${name}…`}
          </p>
        )}
      </div>
    </main>
  )
}
