import { noLag } from '../kit/lag.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../main.ts'

/** A sandbox whose orders, webhooks and pictures are there at once: for tests that are not about being late. */
export const openSandbox = (options: SandboxOptions = {}): Promise<Sandbox> => startSandbox({ lag: noLag, ...options })
