import { afterAll, vi } from 'vitest'
import { cache } from '../cache.ts'
import { sessionChanged } from '../session.ts'
import { leftovers, reset, watch } from './leftovers.ts'
import { away, stubs } from './screen.tsx'

stubs()
watch()

// Test files share a process and its document: none leaves its pages, timers and listeners to the next.
afterAll(async () => {
  away()
  for (const mutation of cache.getMutationCache().getAll()) mutation.destroy()
  // What awaited an answer goes on now, not in the next file.
  await new Promise((goOn) => setImmediate(goOn))
  const left = leftovers()
  reset()
  // A script that is still loading when a file ends fails, and the next file that needs it gets the same failure. No timer begins to load another
  // one any more, but what has loaded may have set new timers.
  await vi.dynamicImportSettled()
  reset()
  sessionChanged()
  if (left.length > 0)
    throw new Error(`The pages of this file were unmounted but left this behind:\n${left.join('\n')}`)
})
