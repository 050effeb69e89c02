import { useState } from 'react'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import { Field } from '#web/outside/field.tsx'
import plain from '#web/outside/plain.module.css'
import type { Task } from '#web/outside/use-task.tsx'

interface Props {
  email: string
  task: Task
  /** What was wrong with the last code. */
  error?: string
  onCode: (code: string) => void
  /** Back to email and password, which are still there. */
  onBack: () => void
}

/** The second half of signing in: a code of the authenticator app, or one of the backup codes. */
export function CodeStep({ email, task, error, onCode, onBack }: Props) {
  const [code, setCode] = useState('')
  const [backup, setBackup] = useState(false)
  const switchKind = () => {
    setBackup(!backup)
    setCode('')
  }
  return (
    <AuthLayout
      title="Two-factor authentication"
      lead={
        <>
          {backup ? 'Enter one of your backup codes for ' : 'Enter the code from your authenticator app for '}
          <b>{email}</b>.
        </>
      }
    >
      <form
        className={auth.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim()) onCode(code.trim())
        }}
      >
        <Field
          key={String(backup)}
          label={backup ? 'Backup code' : 'Code'}
          autoComplete={backup ? 'off' : 'one-time-code'}
          inputMode={backup ? 'text' : 'numeric'}
          spellCheck={false}
          autoFocus
          required
          value={code}
          onChange={setCode}
          error={error}
          hint={backup ? 'Each backup code works once.' : 'Six digits. It changes every 30 seconds.'}
        />
        <div className={auth.buttons}>
          <button type="button" className={plain.secondary} onClick={onBack} disabled={task.busy}>
            Back
          </button>
          <button type="submit" className={plain.primary} disabled={task.busy || !code.trim()}>
            {task.busy ? 'Logging in…' : 'Log In'}
          </button>
        </div>
      </form>
      <p className={auth.center}>
        <button type="button" className={auth.textButton} onClick={switchKind}>
          {backup ? 'Use authenticator app' : 'Use a backup code'}
        </button>
      </p>
      {task.notice}
    </AuthLayout>
  )
}
