import type { ReactNode } from 'react'
import { Logo } from '../ui/images/logo.tsx'
import { useTitle } from '../ui/layout/page-meta.ts'
import plain from './plain.module.css'
import classes from './site.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

const anchors = [
  ['Product', '/#product'],
  ['Integrations', '/#integrations'],
  ['Pricing', '/#pricing'],
  ['FAQ', '/#faq'],
] as const
const footer = [
  ['About', '/about'],
  ['Contact', '/contact'],
  ['Pricing', '/pricing'],
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
] as const

/** Head and foot of every marketing page. */
export function SiteLayout({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <div className={classes.site}>
      <header className={classes.head}>
        <div className={classes.wrap}>
          <a href="/" className={classes.brand} aria-label="Motto home">
            <Logo height={21} />
          </a>
          <nav aria-label="Page">
            {anchors.map(([label, href]) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
          </nav>
          <span className={classes.space} />
          <ThemeSwitch />
          <a href="/dashboard" className={`${plain.quiet} ${plain.small}`}>
            Login
          </a>
          <a href="/createAccount" className={`${plain.primary} ${plain.small}`}>
            Sign Up
          </a>
        </div>
      </header>
      <main>{children}</main>
      <footer className={classes.foot}>
        <div className={classes.wrap}>
          <a href="/" className={classes.brand} aria-label="Back to the Motto home page">
            <Logo height={17} />
          </a>
          <span className={classes.space} />
          {footer.map(([label, href]) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </div>
      </footer>
    </div>
  )
}

/** A page of words. */
export const TextPage = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <SiteLayout title={title}>
    <article className={`${classes.wrap} ${classes.text}`}>
      <h1>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </article>
  </SiteLayout>
)
