import { accesses } from '../../../contract/channels/access.ts'
import type { Access } from '../../../contract/channels/describe.ts'
import { noLag } from '../kit/host/lag.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../main.ts'

/** The apps that Motto has with the sandbox's channels when nothing else is set. */
const mottos: NonNullable<SandboxOptions['apps']> = Object.fromEntries(
  Object.entries(accesses).map(([id, { clientId, clientSecret, redirect, secrets = {} }]: [string, Access]) => [
    id,
    {
      clientId: clientId.sandbox,
      clientSecret: clientSecret.sandbox,
      secrets: Object.fromEntries(Object.entries(secrets).map(([name, { sandbox }]) => [name, sandbox])),
      ...(redirect && { redirectName: redirect.sandbox }),
    },
  ]),
)

/** A sandbox whose orders, webhooks and pictures are there at once: for tests that are not about being late. */
export const openSandbox = (options: SandboxOptions = {}): Promise<Sandbox> =>
  startSandbox({ lag: noLag, ...options, apps: { ...mottos, ...options.apps } })

/** For tests whose calls are an adapter's own: what is said is kept where it is held against the channels' descriptions afterwards, if it is. */
export const judged = (): SandboxOptions => {
  const traffic = process.env['SANDBOX_TRAFFIC']
  return traffic ? { traffic } : {}
}
