import { ChannelChip } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import classes from './features.module.css'

/** What Motto does today, each with a small picture of it. */
export const Features = () => (
  <div className={classes.features}>
    <article>
      <div className={classes.picture}>
        <ChannelChip channel="ebay" state="refused">
          1 value missing
        </ChannelChip>
        <p className={classes.fault}>
          <Icon name="alert" />
          <span>
            <b>Material is empty.</b> eBay requires it in this category.
          </span>
        </p>
      </div>
      <h3>Catch problems before the channel does</h3>
      <p>
        Every listing is checked against the channel’s own rules before it’s sent. You see what’s missing, right at the
        field.
      </p>
    </article>
    <article>
      <div className={classes.picture}>
        <p className={classes.flow}>
          <span>
            Available<b>7</b>
          </span>
          <Icon name="chevron-right" size="s" />
          <span>
            Buffer<b>− 1</b>
          </span>
          <Icon name="chevron-right" size="s" />
          <span>
            On eBay<b>6</b>
          </span>
        </p>
      </div>
      <h3>Numbers you can follow</h3>
      <p>What you have, what each channel shows, and why. No hidden math.</p>
    </article>
    <article>
      <div className={classes.picture}>
        <ul className={classes.moves}>
          <li>
            <b>− 1</b> eBay order
          </li>
          <li>
            <b>+ 20</b> Stock count
          </li>
          <li>
            <b>+ 1</b> Order cancelled
          </li>
        </ul>
      </div>
      <h3>A ledger, not a guess</h3>
      <p>Every stock change is recorded: how many, why, who and when.</p>
    </article>
    <article>
      <div className={classes.picture}>
        <p className={classes.keys}>
          <kbd>Ctrl</kbd>
          <kbd>K</kbd>
        </p>
      </div>
      <h3>Built for the keyboard</h3>
      <p>Reach any page or action in a few keystrokes. Works on desktop and phone, in light and dark.</p>
    </article>
    <article>
      <div className={classes.picture}>
        <p className="mono">
          <span className="subtle">$</span> npm start
          <br />
          <span className="subtle">Motto is ready at http://localhost:3000</span>
        </p>
      </div>
      <h3>Self-hosted</h3>
      <p>One command, one folder, database included. Role-based controls, 2FA and SSO are in.</p>
    </article>
  </div>
)
