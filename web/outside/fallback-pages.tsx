import { messageOf } from '../call.ts'
import { useTitle } from '../ui/layout/page-meta.ts'
import classes from './plain.module.css'

/** An address that leads nowhere (NAV-050). */
export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <div className={classes.fallback}>
      <h1>Page not found.</h1>
      <p>Nothing lives at this address. It may have been moved or deleted.</p>
      <a href="/" className={classes.primary}>
        Go to the start page
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
  useTitle('Something broke')
  return (
    <div className={classes.fallback} role="alert">
      <h1>This page broke</h1>
      <p>Nothing of yours is lost. It said: {messageOf(error)}</p>
      <button type="button" className={classes.primary} onClick={() => window.location.reload()}>
        Load it again
      </button>
    </div>
  )
}
