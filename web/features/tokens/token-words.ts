import type { Scope } from '#contract/tokens/scopes.ts'

/** "Read products", "Edit orders". */
const verbs: Readonly<Record<string, string>> = { read: 'Read', write: 'Edit', 'delete-many': 'Bulk-delete' }
const subjects: Readonly<Record<string, string>> = { people: 'audit log' }

export function scopeWord(scope: Scope): string {
  const [subject = '', access = ''] = scope.split(':')
  return `${verbs[access] ?? access} ${subjects[subject] ?? subject}`
}

interface Ends {
  expiresAt: string | null
  revokedAt: string | null
}
export type TokenState = 'active' | 'expired' | 'revoked'
export function stateOf({ expiresAt, revokedAt }: Ends, now: number): TokenState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active'
}

/** Networks as they are typed: separated by commas or spaces. */
export const readNetworks = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
