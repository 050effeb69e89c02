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
            <h2>Made for long days at the shelf</h2>
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
        Write a product once, list it where you sell, and let one ledger keep the quantities straight. Works with{' '}
        {worksWith} today{comesNext && `; ${comesNext} come next`}.
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
    <figure className={classes.card} aria-label="An example: one number, the same on two channels">
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
          <span className="small subtle">Told at once</span>
          <b>11</b>
        </li>
      </ul>
    </figure>
  </section>
)

const journey: readonly { channel?: MarkId; title: string; words: string }[] = [
  { channel: 'ebay', title: 'Sold on eBay', words: 'A buyer takes one mug.' },
  { title: 'Taken in', words: 'The order arrives by itself, once, even if it is announced twice.' },
  { title: 'Written down', words: '12 available become 11, one is reserved.' },
  { channel: 'shopify', title: 'Shopify is told', words: 'The new number is 11, not “one less”.' },
  { title: 'Shipped', words: 'You enter the tracking number; eBay gets it.' },
]

const Journey = () => (
  <section className={classes.band} id="product">
    <div className={site.wrap}>
      <h2>How one sale travels</h2>
      <p className={classes.sub}>
        Stock is a ledger. Every movement is kept with its reason, and each channel that shows the product hears of it.
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
    'What if two buyers take the last piece at the same moment?',
    'The first order gets it. The second is kept whole and marked oversold, with the missing piece on its line, so that you can write to the buyer before they ask.',
  ],
  [
    'Can I try it without touching my shops?',
    `Yes. Motto starts with a sandbox: simulated shops of ${worksWith} with their own rules, refusals and orders. Your real shops are connected only when you say so.`,
  ],
  [
    'Do I have to retype my products?',
    'Yes: from a CSV file or a spreadsheet, whose columns you map, and from a connected shop, whose listings are linked by SKU and go on as they are. You see what would change, and can undo it.',
  ],
  [
    'Where is my data?',
    'In one folder on the machine that runs Motto, or in a PostgreSQL database of your own. Nothing is sent anywhere but to the channels that you connect.',
  ],
  [
    'Who may do what?',
    'Role-based controls are in: admins, managers, members and guests. So is 2FA, with an authenticator app and backup codes; an admin may ask everyone for it. SSO does not exist yet.',
  ],
] as const

const Questions = () => (
  <section className={`${classes.section} ${classes.faq}`} id="faq">
    <h2>Questions sellers ask</h2>
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
