import classes from './sandbox-tag.module.css'

/** Beside a channel whose shop is played on this machine: nothing there is really sold. */
export const SandboxTag = () => (
  <span className={classes.tag} title="A shop played on this machine: nothing is sold, nobody sees it.">
    Sandbox
  </span>
)
