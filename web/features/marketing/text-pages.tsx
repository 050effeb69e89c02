import { TextPage } from '#web/outside/site-layout.tsx'
import { buyersOn, worksWith } from './channels.ts'
import { Plans } from './plans.tsx'

export const AboutPage = () => (
  <TextPage title="About" lead="Motto is where an online seller keeps one inventory and sells it in many places.">
    <p>
      A product is written once, from a template. Each channel gets it in that channel’s own words. A sale anywhere
      lowers the stock everywhere the product is listed.
    </p>
    <h2>What works today</h2>
    <ul>
      <li>Templates, products with variations, pictures, and a stock ledger</li>
      <li>Listing on {worksWith}, with a check before anything is sent</li>
      <li>Orders from {buyersOn}, shipping with tracking, oversold orders made visible</li>
      <li>
        Products and templates imported from CSV files and spreadsheets, reviewed before anything changes, and undone
      </li>
      <li>Exports in the columns that an import takes back</li>
      <li>What a connected shop sells already, taken over without changing it there</li>
      <li>Analytics of sales and stock, on the page and by mail; titles and texts drafted for you</li>
      <li>A sandbox with a simulated shop on every channel</li>
    </ul>
    <h2>How it runs</h2>
    <p>
      On your own machine: <code>npm start</code> brings up the app with its own database. No account anywhere is
      needed.
    </p>
  </TextPage>
)

export const ContactPage = () => (
  <TextPage title="Contact" lead="This Motto is run by the person or company that installed it.">
    <p>
      They look after your account, your data and your questions. Inside Motto, “Contact Support” writes to them, with
      files if you like.
    </p>
    <h2>A demo</h2>
    <p>
      See Motto at work without connecting anything: <code>npm run demo</code> starts a second, separate Motto with a
      filled shop on simulated channels, {worksWith}, and a year of orders from each that has buyers. It prints how to
      sign in.
    </p>
  </TextPage>
)

export const PrivacyPage = () => (
  <TextPage title="Privacy" lead="What this Motto keeps, and where.">
    <h2>What is kept</h2>
    <ul>
      <li>
        Your account: email, name, biography, picture, and a salted hash made from your password, never the password
        itself
      </li>
      <li>With two-factor sign-in: the secret of your authenticator app, encrypted, and hashes of your backup codes</li>
      <li>What you write to support, until it is mailed</li>
      <li>Your open sessions: when they began, from which address and browser</li>
      <li>
        Your organization’s products, stock movements, listings and orders, with the buyers’ names and addresses that
        the channels send
      </li>
      <li>The keys to your connected channels, encrypted</li>
      <li>A record of who changed what</li>
    </ul>
    <h2>Where</h2>
    <p>
      In the database and the folder of this installation. It is not sent anywhere but to the channels that you connect,
      and only what they need.
    </p>
    <h2>Cookies</h2>
    <p>
      Two, both needed for signing in: <code>jwt</code>, which proves the session and cannot be read by scripts, and{' '}
      <code>user</code>, which holds your name, email and selected organization. Your choice of light or dark stays in
      this browser. There is no tracking, no advertising, and nothing is loaded from other sites but the pictures that
      you add by address.
    </p>
    <h2>Whom to ask</h2>
    <p>Whoever runs this installation decides about the data on it. Ask them to see, correct or delete yours.</p>
  </TextPage>
)

export const TermsPage = () => (
  <TextPage title="Terms" lead="Short, and between you and whoever runs this installation.">
    <h2>Use</h2>
    <p>Use Motto for goods that you may sell. What you list and what you promise to buyers is yours to answer for.</p>
    <h2>Channels</h2>
    <p>
      Each channel that you connect has terms of its own, and its own fees. Motto acts there in your name, with the
      access that you gave, until you take it back.
    </p>
    <h2>No warranty</h2>
    <p>
      Motto is provided as it is. It keeps quantities straight as well as the channels let it; when two buyers are
      faster than a channel, an order can be oversold, and Motto says so.
    </p>
    <h2>Ending</h2>
    <p>You may stop at any time. Disconnect your channels first: listings stay on them until you end them.</p>
  </TextPage>
)

export const PricingPage = () => (
  <TextPage title="Pricing" lead="Three plans where a provider runs Motto; nothing to pay where you run it yourself.">
    <div style={{ maxWidth: 'none' }}>
      <Plans />
    </div>
  </TextPage>
)
