import { isSuperAdmin, type SessionUser } from './session.ts'

/** The address to return to, if it is a path of this site (ACC-037); otherwise undefined. */
export function safeTarget(redirectTo: string | undefined): string | undefined {
  if (!redirectTo) return undefined
  const clean = /^\/(?![/\\])/.test(redirectTo) && ![...redirectTo].some((c) => c === '\\' || c.charCodeAt(0) < 32)
  return clean ? redirectTo : undefined
}

/** Where somebody goes who has just signed in (ACC-030..ACC-036); `redirectTo` goes along to /selectClient. */
export function afterLogin(
  user: Pick<SessionUser, 'roleId' | 'clientIds'>,
  redirectTo?: string,
): { to: string; redirectTo?: string } {
  const target = safeTarget(redirectTo)
  if (user.clientIds.length > 1 || isSuperAdmin(user)) return { to: '/selectClient', redirectTo: target }
  return { to: target ?? (user.clientIds.length === 1 ? '/dashboard' : '/admin') }
}
