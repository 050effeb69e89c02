import { Icon, type IconName } from '#web/ui/images/icon.tsx'
import classes from './form.module.css'

export interface Method {
  id: string
  title: string
  text: string
  icon: IconName
  /** Why it cannot be chosen. */
  unavailable?: string
}

interface Props {
  label: string
  methods: readonly Method[]
  value: string | null
  onChange: (id: string) => void
}

/** Ways to begin, one card each. */
export const MethodCards = ({ label, methods, value, onChange }: Props) => (
  <div className={classes.methods} role="group" aria-label={label}>
    {methods.map(({ id, title, text, icon, unavailable }) => (
      <button
        key={id}
        type="button"
        aria-pressed={value === id}
        disabled={unavailable !== undefined}
        onClick={() => onChange(id)}
      >
        <Icon name={icon} size="l" />
        <b>{title}</b>
        <span>{text}</span>
        {unavailable && <span className={classes.unavailable}>{unavailable}</span>}
      </button>
    ))}
  </div>
)
