import { afterAll } from 'vitest'
import { channels } from '#channels/registry.ts'

/** Kept by the process, whichever test file came first. */
const shared = globalThis as typeof globalThis & { channelsAsBuilt?: typeof channels }
shared.channelsAsBuilt ??= { ...channels }
const asBuilt = shared.channelsAsBuilt

// Test files share a process: none leaves its channels to the next.
afterAll(() => {
  for (const id of Object.keys(channels) as (keyof typeof channels)[]) delete channels[id]
  Object.assign(channels, asBuilt)
})
