import classes from './sandbox-tag.module.css'

/** Beside a channel whose shop is played on this machine: nothing there is really sold. */
export const SandboxTag = () => (
  <span
    className={classes.tag}
    title="A simulated shop on this computer. Nothing is really sold, and buyers can’t see it."
  >
    Sandbox
  </span>
)
