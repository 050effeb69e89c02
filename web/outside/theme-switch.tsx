import { useState } from 'react'
import { Icon } from '../ui/images/icon.tsx'
import classes from './site.module.css'

const attribute = 'data-mantine-color-scheme'
const isDark = () => document.documentElement.getAttribute(attribute) === 'dark'

/** Light or dark, kept under the same name as inside (`/theme.js` reads it before the first paint). */
export function ThemeSwitch() {
  const [dark, setDark] = useState(isDark)
  const toggle = () => {
    const next = dark ? 'light' : 'dark'
    document.documentElement.setAttribute(attribute, next)
    localStorage.setItem('motto-theme', next)
    setDark(!dark)
  }
  return (
    <button
      type="button"
      className={classes.theme}
      aria-label={dark ? 'Use light theme' : 'Use dark theme'}
      onClick={toggle}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </button>
  )
}
