import { createRootRoute, redirect } from '@tanstack/react-router'
import { guard } from '#domain/accounts/guards.ts'
import { queryOf } from '../call.ts'
import { CrashPage, NotFoundPage } from '../outside/fallback-pages.tsx'
import { sessionUser } from '../session.ts'
import { AppShell } from '../shell/app-shell.tsx'

const withoutSlash = (path: string) => path.replace(/(.)\/+$/, '$1')

/** Parent of every page that stands in the shell. It decides who may see what (`domain/accounts/guards.ts`). */
export const rootRoute = createRootRoute({
  beforeLoad: ({ location }) => {
    const detour = guard(sessionUser(), {
      path: withoutSlash(location.pathname),
      search: location.search as Record<string, unknown>,
      target: location.href,
    })
    if (detour) throw redirect({ href: detour.to + queryOf({ redirectTo: detour.redirectTo }), reloadDocument: true })
  },
  component: AppShell,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
})
