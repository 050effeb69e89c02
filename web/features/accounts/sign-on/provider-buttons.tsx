import { useEffect, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'
import auth from '#web/outside/auth.module.css'
import { beginSignOn, listProviders } from '#web/outside/endpoints.ts'
import plain from '#web/outside/plain.module.css'
import type { Task } from '#web/outside/use-task.tsx'

type Provider = CallReply<typeof listProviders>[number]

/** Goes to a provider's page, where somebody logs in. */
export const leaveFor = (task: Task, provider: string, redirectTo = '') =>
  task.run(async () => {
    const { url } = await call(beginSignOn, { body: { provider, redirectTo } })
    location.assign(url)
  })

/** A button for each provider of single sign-on; nothing where there is none. */
export function ProviderButtons({ task, redirectTo }: { task: Task; redirectTo: string | undefined }) {
  const [providers, setProviders] = useState<readonly Provider[]>([])
  const [hasFailed, setHasFailed] = useState(false)
  const load = () => {
    setHasFailed(false)
    call(listProviders).then(setProviders, () => setHasFailed(true))
  }
  useEffect(load, [])
  if (hasFailed)
    return (
      <p className={auth.center} role="alert">
        Couldn’t load single sign-on.{' '}
        <button type="button" className={auth.textButton} onClick={load}>
          Try again
        </button>
      </p>
    )
  if (providers.length === 0) return null
  return (
    <div className={auth.providers}>
      {providers.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={plain.secondary}
          disabled={task.busy}
          onClick={() => leaveFor(task, id, redirectTo)}
        >
          Log in with {label}
        </button>
      ))}
    </div>
  )
}
