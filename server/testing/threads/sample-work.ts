import type { Work, Working } from '../../threads/protocol.ts'

export type Sample = 'add' | 'loop' | 'exit' | 'fill' | 'throw' | 'thread'

/** Work for tests of the pool: some of it never ends, and some of it ends its thread. */
const begin: Working<number, Sample, number> = (shared) => (item, meter) => {
  meter.enter({ rule: `Rule ${item}` })
  if (item === 'throw') throw new Error('No such sample')
  if (item === 'exit') process.exit(1)
  const filled: number[][] = []
  while (item === 'loop' || item === 'fill')
    if (item === 'fill') filled.push(Array.from({ length: 100_000 }, () => 1.5))
  return shared + 1
}
export const work: Work<number, Sample, number> = { url: import.meta.url, begin }
