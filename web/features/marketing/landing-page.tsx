import plain from '#web/outside/plain.module.css'
import { SiteLayout } from '#web/outside/site-layout.tsx'
import site from '#web/outside/site.module.css'
import { ChannelMark, type MarkId, markNames } from '#web/ui/images/channel-mark.tsx'
import { Logo } from '#web/ui/images/logo.tsx'
import { marks } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { channelWords, comesNext, worksWith } from './channels.ts'
import { Features } from './features.tsx'
import classes from './landing.module.css'
import { Plans } from './plans.tsx'

export function LandingPage() {
  return (
    <SiteLayout title="Inventory management, simplified">
      <div className={classes.splash} aria-hidden="true">
        <Logo height={34} />
      </div>
      <div className={classes.page}>
        <div className={site.wrap}>
          <Hero />
        </div>
        <Journey />
        <div className={site.wrap}>
          <section className={classes.section}>
            <h2>Inventory and listings for multichannel sellers</h2>
            <Features />
          </section>
          <Channels />
          <section className={classes.section} id="pricing">
            <h2>Pricing</h2>
            <Plans />
          </section>
          <Questions />
        </div>
      </div>
    </SiteLayout>
  )
}

const Hero = () => (
  <section className={classes.hero}>
    <div>
      <h1>Inventory management, simplified.</h1>
      <p className={classes.lede}>
        Create a product once, list it on every channel, and keep stock in sync automatically. Works with {worksWith}
        {comesNext && `, with ${comesNext} coming next`}.
      </p>
      <div className={classes.actions}>
        <a href="/createAccount" className={plain.primary}>
          Start free trial
        </a>
        <a href="/contact" className={plain.secondary}>
          Request a demo
        </a>
      </div>
      <p className={classes.small}>Self-hosted: one command, one folder, your own machine.</p>
    </div>
    <figure className={classes.card} aria-label="Example: two channels showing the same quantity">
      <div className={classes.cardHead}>
        <svg viewBox="0 0 48 48" width="40" height="40" aria-hidden="true">
          <rect width="48" height="48" rx="8" fill="var(--pressed)" />
          <path d="M13 15h18v16a5 5 0 0 1-5 5h-8a5 5 0 0 1-5-5z" fill="var(--accent)" />
          <path d="M31 19h3a4 4 0 0 1 4 4v2a4 4 0 0 1-4 4h-3" fill="none" stroke="var(--accent)" strokeWidth="3" />
          <path d="M13 15h18" stroke="var(--text)" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
        <span className="grow">
          <b>Enamel mug, navy</b>
          <span className="mono subtle">HP-0412</span>
        </span>
      </div>
      <div className={classes.cardNumber}>
        <span>
          <small>Available</small>
          <b>
            <del>12</del> 11
          </b>
        </span>
        <StatusChip of={marks.same} />
      </div>
      <ul>
        <li>
          <ChannelMark channel="ebay" named />
          <span className="grow">eBay</span>
          <span className="small subtle">Sold 1</span>
          <b>11</b>
        </li>
        <li>
          <ChannelMark channel="shopify" named />
          <span className="grow">Shopify</span>
          <span className="small subtle">Updated instantly</span>
          <b>11</b>
        </li>
      </ul>
    </figure>
  </section>
)

const journey: readonly { channel?: MarkId; title: string; words: string }[] = [
  { channel: 'ebay', title: 'Sold on eBay', words: 'A buyer orders one mug.' },
  { title: 'Order imported', words: 'The order is imported automatically, exactly once.' },
  { title: 'Stock updated', words: 'Available goes from 12 to 11, and 1 is reserved.' },
  { channel: 'shopify', title: 'Shopify updated', words: 'Shopify now shows exactly 11.' },
  { title: 'Shipped', words: 'You enter the tracking number, and Motto sends it to eBay.' },
]

const Journey = () => (
  <section className={classes.band} id="product">
    <div className={site.wrap}>
      <h2>From sale to sync</h2>
      <p className={classes.sub}>
        Every stock change is recorded with its reason and sent to each channel that sells the product.
      </p>
      <ol className={classes.rail}>
        {journey.map(({ channel, title, words }, index) => (
          <li key={title}>
            {channel ? (
              <ChannelMark channel={channel} size="m" named />
            ) : (
              <span className={classes.stop} aria-hidden="true">
                {index + 1}
              </span>
            )}
            <b>{title}</b>
            <small>{words}</small>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

const Channels = () => (
  <section className={classes.section} id="integrations">
    <h2>Where you can sell</h2>
    <ul className={classes.channels}>
      {channelWords.map(({ id, words, ready }) => (
        <li key={id}>
          <ChannelMark channel={id} size="l" named state={ready ? 'live' : 'off'} />
          <span>
            <b>{markNames[id]}</b>
            <small>{words}</small>
            <StatusChip of={ready ? marks.works : marks.planned} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)

const questions = [
  [
    'What if two buyers order the last unit at the same moment?',
    'The first order gets it. The second is imported and marked Oversold, so you can restock or contact the buyer right away. Guaranteed stock sharing prevents this.',
  ],
  [
    'Can I try it without connecting my shops?',
    `Yes. Motto comes with simulated ${worksWith} shops. Connect your real shops when you’re ready.`,
  ],
  [
    'Can I import my existing products?',
    'Yes. Import a CSV file or a spreadsheet and map its columns, or connect a shop and link its listings by SKU. You review all changes first, and you can undo them.',
  ],
  [
    'Where is my data?',
    'In one folder on the machine that runs Motto, or in your own PostgreSQL database. Motto sends data only to the channels you connect.',
  ],
  [
    'What about roles and permissions?',
    'Role-based controls are in: admins, managers, members and guests. So is 2FA, with an authenticator app and backup codes. An admin can require it for everyone. SSO does not exist yet.',
  ],
] as const

const Questions = () => (
  <section className={`${classes.section} ${classes.faq}`} id="faq">
    <h2>Frequently asked questions</h2>
    <div>
      {questions.map(([question, answer], index) => (
        <details key={question} open={index === 0}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </section>
)
