import plain from '#web/outside/plain.module.css'
import { SiteLayout } from '#web/outside/site-layout.tsx'
import site from '#web/outside/site.module.css'
import { ChannelMark, channelOrder, type MarkId, markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Logo } from '#web/ui/images/logo.tsx'
import { marks } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { channelWords, comesNext, worksWith } from './channels.ts'
import { Features } from './features.tsx'
import { InventoryPicture } from './inventory-picture.tsx'
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
          <InventoryPicture />
          <Facts />
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
    </div>
    <div>
      <p className={classes.lede}>
        Create a product once and list it on {worksWith}. When it sells on one channel, the others show one less.
        {comesNext && ` ${comesNext} will follow.`}
      </p>
      <div className={classes.actions}>
        <a href="/createAccount" className={plain.primary}>
          Start free trial
        </a>
        <a href="/contact" className={plain.secondary}>
          Request a demo
        </a>
      </div>
    </div>
  </section>
)

/** What a reader needs to know before the rest: whose it is, what is proven, where it sells. */
const Facts = () => (
  <ul className={classes.facts}>
    <li>
      <b>
        <Icon name="shield" /> Yours, and free
      </b>
      <p>Motto runs on your own machine: one command, one folder. No plan and no limit.</p>
    </li>
    <li>
      <b>
        <Icon name="check-circle" /> What it’s tested against
      </b>
      <p>
        Simulators of all seven channels, built from their published API descriptions. Motto hasn’t sold on a live
        marketplace yet.
      </p>
    </li>
    <li>
      <b>
        <Icon name="plug" /> Seven channels
      </b>
      <p>Listings, quantities, prices and orders.</p>
      <span className={classes.marks}>
        {channelOrder.map((channel) => (
          <ChannelMark key={channel} channel={channel} />
        ))}
      </span>
    </li>
  </ul>
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
    <p className={classes.sub}>
      Tested against simulators of these channels, which come with Motto. Try a few listings first when you connect a
      live shop.
    </p>
    <ul className={classes.channels}>
      {channelWords.map(({ id, words, ready }) => (
        <li key={id}>
          <ChannelMark channel={id} size="l" named state={ready ? 'live' : 'off'} />
          <span>
            <b>{markNames[id]}</b>
            <small>{words}</small>
            {!ready && <StatusChip of={marks.planned} />}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

const questions = [
  [
    'Is it proven?',
    'By tests: stock, orders, listings and imports run against simulators of all seven channels, with lost answers, late messages and many users at once. Not yet on live marketplaces: nobody has sold a real item through Motto so far.',
  ],
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
    'Role-based controls are in: admins, managers, members and guests. So is 2FA, with an authenticator app and backup codes. An admin can require it for everyone. SSO is in for identity providers that speak OpenID Connect.',
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
