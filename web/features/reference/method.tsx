import classes from './reference.module.css'

/** `GET`, `POST` … as a mark. */
export const Method = ({ name }: { name: string }) => (
  <span className={classes.method} data-method={name}>
    {name}
  </span>
)
