import { messageOf } from '../call.ts'
import { useTitle } from '../ui/layout/page-meta.ts'
import classes from './plain.module.css'

/** An address that leads nowhere (NAV-050). */
export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <div className={classes.fallback}>
      <h1>Page not found.</h1>
      <p>This page doesn’t exist. It may have been moved or deleted.</p>
      <a href="/" className={classes.primary}>
        Go to dashboard
      </a>
    </div>
  )
}

/** The same for whoever is not signed in, without the shell around it. */
export const NowherePage = () => (
  <main>
    <NotFoundPage />
  </main>
)

/** A page that broke: says so and offers to load it again. */
export function CrashPage({ error }: { error: unknown }) {
  useTitle('Something went wrong')
  return (
    <div className={classes.fallback} role="alert">
      <h1>This page couldn’t load</h1>
      <p>Your data is safe. Details for support: {messageOf(error)}</p>
      <button type="button" className={classes.primary} onClick={() => window.location.reload()}>
        Reload page
      </button>
    </div>
  )
}
