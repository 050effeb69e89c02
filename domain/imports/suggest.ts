import { headerKey } from './synonyms.ts'

/** How well a column's name fits an attribute's: 2 the same, 1 one within the other, 0 not at all. */
export function nameScore(attribute: string, column: string): number {
  const [a, b] = [headerKey(attribute), headerKey(column)]
  if (a === '' || b === '') return 0
  if (a === b || b === `c${a}` || b === `attr${a}` || spelled(a) === spelled(b)) return 2
  return a.length >= 4 && (b.includes(a) || (b.length >= 4 && a.includes(b))) ? 1 : 0
}

/** British and American spelling, one and many. */
const spelled = (key: string) => key.replace(/colour/g, 'color').replace(/s$/, '')
