import { TextPage } from '#web/outside/site-layout.tsx'
import { buyersOn, worksWith } from './channels.ts'
import { Plans } from './plans.tsx'

export const AboutPage = () => (
  <TextPage title="About" lead="Motto keeps one inventory for everything you sell online.">
    <p>
      Create a product once from a template. Motto adapts it to each channel and updates stock everywhere when you sell.
    </p>
    <h2>What works today</h2>
    <ul>
      <li>Templates, products with variations and images, and a stock ledger</li>
      <li>Listings on {worksWith}, checked before they’re sent</li>
      <li>Orders from {buyersOn}, shipping with tracking, and flags for oversold orders</li>
      <li>Imports of products and templates from CSV files and spreadsheets, with a review before and undo after</li>
      <li>Exports that you can edit and import again</li>
      <li>Imports of existing listings without changing them</li>
      <li>Analytics of sales and stock, also by email, and drafts for titles and descriptions</li>
      <li>A sandbox with a simulated shop on every channel</li>
    </ul>
    <h2>How it runs</h2>
    <p>
      On your own machine: <code>npm start</code> starts the app with its own database. You don’t need an account
      anywhere else.
    </p>
  </TextPage>
)

export const ContactPage = () => (
  <TextPage title="Contact" lead="Your administrator runs this installation of Motto.">
    <p>
      Your administrator can help with your account, your data and any questions. Use “Contact Support” in Motto to send
      them a message, with files if you like.
    </p>
    <h2>A demo</h2>
    <p>
      Try Motto without connecting anything: <code>npm run demo</code> starts a second, separate Motto with a sample
      shop on simulated channels ({worksWith}) and a year of orders. It prints how to log in.
    </p>
  </TextPage>
)

export const PrivacyPage = () => (
  <TextPage title="Privacy" lead="What Motto stores, and where.">
    <h2>Stored data</h2>
    <ul>
      <li>
        Your account: email, name, biography, image, and a salted hash of your password, never the password itself
      </li>
      <li>
        With two-factor authentication: the encrypted secret of your authenticator app, and hashes of your backup codes
      </li>
      <li>Your messages to support, until they’re emailed</li>
      <li>Your open sessions: when each started, and its address and browser</li>
      <li>
        Your organization’s products, stock movements, listings and orders, including the buyer names and addresses that
        channels send
      </li>
      <li>The keys to your connected channels, encrypted</li>
      <li>An audit log of who changed what</li>
    </ul>
    <h2>Location</h2>
    <p>
      In the database and the folder of this installation. Motto sends data only to the channels you connect, and only
      what they need.
    </p>
    <h2>Cookies</h2>
    <p>
      Two, both needed to log in: <code>jwt</code>, which identifies the session and can’t be read by scripts, and{' '}
      <code>user</code>, which has your name, email and selected organization. Your choice of light or dark stays in
      this browser. There is no tracking and no advertising. Only images that you add by address are loaded from other
      sites.
    </p>
    <h2>Your rights</h2>
    <p>Your administrator is responsible for the stored data. Ask them to show, correct or delete yours.</p>
  </TextPage>
)

export const TermsPage = () => (
  <TextPage title="Terms" lead="These terms are between you and your administrator.">
    <h2>Use</h2>
    <p>Use Motto for goods that you may sell. You’re responsible for your listings and for what you promise buyers.</p>
    <h2>Channels</h2>
    <p>
      Each channel you connect has its own terms and fees. Motto acts there on your behalf until you disconnect the
      channel.
    </p>
    <h2>No warranty</h2>
    <p>
      Motto is provided as is. It keeps stock in sync as fast as the channels allow. Two buyers can still order the last
      unit at the same moment. Motto marks such orders Oversold.
    </p>
    <h2>Ending</h2>
    <p>
      You can stop at any time. Disconnect your channels first. Your listings stay on them until you end them there.
    </p>
  </TextPage>
)

export const PricingPage = () => (
  <TextPage title="Pricing" lead="Three plans for Motto hosted by a provider.">
    <div style={{ maxWidth: 'none' }}>
      <Plans />
    </div>
  </TextPage>
)
