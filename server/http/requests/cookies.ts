import type { SessionUser } from '#contract/accounts.ts'
import type { Caller } from '../caller.ts'

/** A session just begun. */
export interface SignedIn {
  token: string
  user: SessionUser
  issuedAt: Date
  expiresAt: Date
}

/** Browsers refuse cookies above 4096 bytes; a longer image address is left to the profile. */
const IMAGE_CHARS = 600

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
const options = ({ services }: Caller) =>
  ({ path: '/', sameSite: 'lax', secure: services.config.publicUrl.startsWith('https:') }) as const

/** ACC-020..ACC-025: the token, out of scripts' reach, and beside it what the browser needs to draw. */
export function giveCookies(caller: Caller, signedIn: SignedIn): void {
  const maxAge = seconds(signedIn.expiresAt) - seconds(signedIn.issuedAt)
  caller.reply.setCookie('jwt', signedIn.token, { ...options(caller), httpOnly: true, maxAge })
  giveUserCookie(caller, signedIn.user, signedIn.expiresAt, signedIn.issuedAt)
}

/**
 * It goes when the session ends (ACC-050), by the time that passes in the browser: its clock may be days off.
 * @param expiresAt end of the session
 */
export function giveUserCookie(
  caller: Caller,
  user: SessionUser,
  expiresAt: Date,
  now: Date = caller.services.clock.now(),
): void {
  const shown = { ...user, image: user.image.length > IMAGE_CHARS ? '' : user.image, exp: seconds(expiresAt) }
  const maxAge = Math.max(0, seconds(expiresAt) - seconds(now))
  caller.reply.setCookie('user', JSON.stringify(shown), { ...options(caller), maxAge })
}

/** ACC-028 */
export function clearCookies(caller: Caller): void {
  for (const name of ['jwt', 'user']) caller.reply.clearCookie(name, options(caller))
}
