import type { ReactNode } from 'react'
import { ChannelMark, type MarkId } from '../ui/images/channel-mark.tsx'
import { Logo } from '../ui/images/logo.tsx'
import { useTitle } from '../ui/layout/page-meta.ts'
import classes from './auth.module.css'

/** The frame of every sign-in page: the form left, an example of what Motto does right. */
export function AuthLayout({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useTitle(title)
  return (
    <div className={classes.auth}>
      <div className={classes.side}>
        <header>
          <a href="/" className={classes.logo} aria-label="Motto home">
            <Logo height={21} />
          </a>
        </header>
        <main className={classes.box}>
          <div>
            <h1>{title}</h1>
            {lead && <p className={classes.lead}>{lead}</p>}
          </div>
          {children}
        </main>
        <footer className={classes.foot}>
          <a href="/about">About</a>
          <a href="/contact">Contact</a>
          <a href="/privacy">Privacy</a>
        </footer>
      </div>
      <Example />
    </div>
  )
}

const moves: readonly { channel: MarkId; what: string; item: string; pieces: string }[] = [
  { channel: 'ebay', what: 'Sold on eBay', item: 'Enamel mug, navy', pieces: '− 1' },
  { channel: 'shopify', what: 'Stock set on Shopify', item: 'Enamel mug, navy', pieces: '11' },
  { channel: 'manual', what: 'Stock count', item: 'Linen apron, size M', pieces: '+ 20' },
  { channel: 'ebay', what: 'Order cancelled on eBay', item: 'Oak serving board', pieces: '+ 1' },
]

const Example = () => (
  <aside className={classes.aside} aria-label="What Motto does">
    <div className={classes.example}>
      <h2>One stock number for every channel</h2>
      <ol>
        {moves.map(({ channel, what, item, pieces }) => (
          <li key={what}>
            <ChannelMark channel={channel} size="m" named />
            <span className="grow">
              <b>{what}</b>
              <small>{item}</small>
            </span>
            <span className={classes.pieces}>{pieces}</span>
          </li>
        ))}
      </ol>
      <p>Example. Every stock change is recorded with its reason.</p>
    </div>
  </aside>
)
