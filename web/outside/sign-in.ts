import { sha256Hex } from '#domain/accounts/sha256.ts'
import { afterLogin } from '#domain/accounts/after-login.ts'
import { queryOf } from '../call.ts'
import { sessionUser } from '../session.ts'

/** A password as it leaves the browser (ACC-172..ACC-174); an empty one stays empty. */
export const hashed = (password: string): string => (password ? sha256Hex(new TextEncoder().encode(password)) : '')

/** Goes on with the session that was just opened. @throws when the browser kept no cookie */
export function enter(redirectTo: string | undefined): void {
  const user = sessionUser()
  if (!user) throw new Error('Your browser blocked the login cookie. Allow cookies for this site, then try again.')
  const next = afterLogin(user, redirectTo)
  location.assign(next.to + queryOf({ redirectTo: next.redirectTo }))
}
