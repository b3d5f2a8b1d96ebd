import type { ReactNode, Ref } from 'react'

import { Form, Submit } from '#app/lib/form.tsx'
import { type Problems, useForm } from '#app/lib/use-form.ts'
import { TextField } from '#app/ui/field.tsx'
import { Honeypot } from '#app/ui/honeypot.tsx'
import type { Signup } from '#content/schema/signup.ts'
import { paths } from '#contracts/paths.ts'
import { SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'

import type { SignupForm as Typed } from './check-signup.ts'

type SignupFormProps = {
	words: Signup['modal']
	initial?: Typed
	nameField?: Ref<HTMLInputElement>
	className: string
	children?: ReactNode
	onSubmit: (typed: Typed, trap: string | undefined) => Promise<Problems | void>
}

/** Sign-up form. Without JavaScript, the browser posts it. */
export function SignupForm({ words, initial, nameField, className, children, onSubmit }: SignupFormProps) {
	const form = useForm(({ text, trap }) => onSubmit({ name: text('name'), email: text('email') }, trap.website))
	return (
		<Form of={form} className={`relative grid gap-5 ${className}`} action={paths.signup}>
			{children}
			<TextField
				ref={nameField}
				label={words.nameLabel}
				name="name"
				autoComplete="name"
				maxLength={SIGNUP_NAME_MAX_LENGTH + 1}
				required
				defaultValue={initial?.name}
				error={form.problems.name}
			/>
			<TextField
				label={words.emailLabel}
				name="email"
				type="email"
				autoComplete="email"
				inputMode="email"
				maxLength={254}
				required
				defaultValue={initial?.email}
				error={form.problems.email}
			/>
			<Honeypot />
			<Submit of={form} size="lg" className="grid">
				{form.isBusy ? words.busyLabel : words.submitLabel}
			</Submit>
		</Form>
	)
}
