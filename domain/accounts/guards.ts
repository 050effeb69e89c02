import { isSuperAdmin, type SessionUser } from './session.ts'

export type GuardUser = Pick<SessionUser, 'emailConfirmed' | 'roleId' | 'clientIds' | 'clientId'> &
  Partial<Pick<SessionUser, 'secondFactorSetupRequired'>>
export interface Detour {
  to: '/login' | '/selectClient' | '/confirmEmail' | '/admin' | '/dashboard' | '/account'
  /** The wanted address, to be returned to. */
  redirectTo?: string
}

const publicPaths = new Set([
  '/',
  '/home',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/pricing',
  '/createAccount',
  '/forgotPassword',
  '/resetPassword',
  '/invitation',
  '/unsubscribe',
  '/login',
])

/** Where an identity provider sends people back to. */
export const isFromProvider = (path: string): boolean => /^\/login\/[a-z][a-z\d-]*$/.test(path)

/** Whether a path opens without sign-in; a mailed confirmation link must work in any browser. */
export const isPublic = (path: string, search: { uuid?: unknown; code?: unknown } = {}): boolean =>
  publicPaths.has(path) ||
  isFromProvider(path) ||
  (path === '/confirmEmail' && Boolean(search.uuid) && Boolean(search.code))

/** What the addresses of the signed-in part begin with; `web/routes/tree.test.ts` holds it against the pages there are. */
export const insideRoots: ReadonlySet<string> = new Set(
  '_gallery account admin adopt analytics channels clients confirmEmail create-and-list dashboard integrations inventory listings oauth operators order orders product product-not-found products requirements selectClient stock-sharing superAdmin template templates'.split(
    ' ',
  ),
)

/** Whether anything may live at a path. Where nothing does, a stranger is told so, not asked to sign in first. */
export const mayExist = (path: string): boolean => isPublic(path) || insideRoots.has(path.split('/')[1] ?? '')

export interface Visit {
  path: string
  search?: { uuid?: unknown; code?: unknown }
  /** Path and query, as it is to be returned to. */
  target: string
}

/**
 * Where a visitor must go instead, or null when the page may be shown (ACC-039..ACC-063).
 * @param user nobody where the session is over: the browser drops its cookie then. The clock of a computer may be days off, so it is not asked
 */
export function guard(user: GuardUser | null, { path, search, target }: Visit): Detour | null {
  const signedIn = user !== null
  if (path === '/' && signedIn) return { to: '/dashboard' }
  if (isPublic(path, search)) return null
  if (!signedIn) return mayExist(path) ? { to: '/login', redirectTo: target } : null
  const superAdmin = isSuperAdmin(user)
  if (user.clientId === null && (user.clientIds.length > 0 || superAdmin)) {
    return path === '/selectClient' ? null : { to: '/selectClient', redirectTo: target }
  }
  if (!user.emailConfirmed) return path === '/confirmEmail' ? null : { to: '/confirmEmail' }
  if (user.clientId === null && !superAdmin) return path === '/admin' || path === '/account' ? null : { to: '/admin' }
  if (user.secondFactorSetupRequired) return path === '/account' ? null : { to: '/account' }
  return null
}
