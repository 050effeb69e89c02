import { useState } from 'react'
import { createAccount } from '#web/outside/endpoints.ts'
import { isEmail, isStrong, mismatch, weakHint, weakRefusal } from '#domain/accounts/password.ts'
import { call } from '#web/call.ts'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import { Field } from '#web/outside/field.tsx'
import plain from '#web/outside/plain.module.css'
import { hashed } from '#web/outside/sign-in.ts'
import { useTask } from '#web/outside/use-task.tsx'

export function CreateAccountPage() {
  const [form, setForm] = useState({ email: '', name: '', password: '', again: '' })
  const [errors, setErrors] = useState<{ email?: string; password?: string; again?: string }>({})
  const task = useTask()
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change })
  const check = (change: typeof errors) => setErrors({ ...errors, ...change })

  const emailError = () => (isEmail(form.email.trim()) ? undefined : 'Please insert a valid email')
  const weak = () => (form.password && !isStrong(form.password) ? weakHint : undefined)
  const different = () => (form.again && form.again !== form.password ? mismatch : undefined)

  const submit = () => {
    const found = { email: emailError(), password: weak(), again: different() }
    setErrors(found)
    if (found.email) return
    if (!isStrong(form.password)) return task.fail(weakRefusal)
    if (form.password !== form.again) return task.fail(mismatch)
    task.run(async () => {
      await call(createAccount, { body: { email: form.email.trim(), password: hashed(form.password), checkPassword: hashed(form.again) } })
      location.assign('/confirmEmail')
    })
  }
  return (
    <AuthLayout title="Create your account" lead="One for you; your organization comes next.">
      <form
        className={auth.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={form.email}
          onChange={(email) => set({ email })}
          onBlur={() => form.email && check({ email: emailError() })}
          error={errors.email}
        />
        <Field label="Name" autoComplete="name" value={form.name} onChange={(name) => set({ name })} />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          value={form.password}
          onChange={(password) => set({ password })}
          onBlur={() => check({ password: weak(), again: different() })}
          error={errors.password && weak()}
          hint="More than 8 characters, with an uppercase and a lowercase letter, a number and a special character."
        />
        <Field
          label="Re-Enter Password"
          type="password"
          autoComplete="new-password"
          required
          value={form.again}
          onChange={(again) => set({ again })}
          onBlur={() => check({ again: different() })}
          error={errors.again && different()}
        />
        <div className={auth.buttons}>
          <a href="/login" className={plain.secondary}>
            Return
          </a>
          <button type="submit" className={plain.primary} disabled={task.busy}>
            Create
          </button>
        </div>
      </form>
      {task.notice}
    </AuthLayout>
  )
}
