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
            <b>Material is required.</b> eBay asks for it in this category.
          </span>
        </p>
      </div>
      <h3>Know it before the channel does</h3>
      <p>
        A listing is checked against the channel’s own rules before it is sent. What is missing is said in words, beside
        the field.
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
            Held back<b>− 1</b>
          </span>
          <Icon name="chevron-right" size="s" />
          <span>
            On eBay<b>6</b>
          </span>
        </p>
      </div>
      <h3>Numbers you can follow</h3>
      <p>What is there, what a channel may show, what the buyer sees. No hidden arithmetic.</p>
    </article>
    <article>
      <div className={classes.picture}>
        <ul className={classes.moves}>
          <li>
            <b>− 1</b> eBay order
          </li>
          <li>
            <b>+ 20</b> Counted by you
          </li>
          <li>
            <b>+ 1</b> Order cancelled
          </li>
        </ul>
      </div>
      <h3>A ledger, not a guess</h3>
      <p>Every change of stock stays on record: how many, why, who, when.</p>
    </article>
    <article>
      <div className={classes.picture}>
        <p className={classes.keys}>
          <kbd>Ctrl</kbd>
          <kbd>K</kbd>
        </p>
      </div>
      <h3>Hands on the keyboard</h3>
      <p>Every page and every action is a few letters away. Light and dark, wide screen and phone.</p>
    </article>
    <article>
      <div className={classes.picture}>
        <p className="mono">
          <span className="subtle">$</span> npm start
          <br />
          <span className="subtle">Motto is ready at http://localhost:3000</span>
        </p>
      </div>
      <h3>Yours to run</h3>
      <p>One command and one folder; its database comes along. Role-based controls and 2FA are in; SSO is not.</p>
    </article>
  </div>
)
