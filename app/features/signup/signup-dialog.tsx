import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'

import { AgeNote } from '#app/ui/age-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Signup } from '#content/schema/signup.ts'
import { SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'

import type { SignupForm } from './check-signup.ts'
import type { SignupFormState } from './use-signup.ts'

type SignupDialogProps = {
	words: Signup['modal']
	isOpen: boolean
	initial: SignupForm
	state: SignupFormState
	otherWays: ReactNode
	onSubmit: (form: SignupForm, trap: string) => void
	onClose: () => void
}

/** Name and email, in the modal that opens by itself. */
export function SignupDialog({ words, isOpen, initial, state, otherWays, onSubmit, onClose }: SignupDialogProps) {
	const [form, setForm] = useState(initial)
	const trap = useRef<HTMLInputElement>(null)
	const nameField = useRef<HTMLInputElement>(null)
	const isSending = state.status === 'sending'

	// The dialog would otherwise focus its close button.
	useEffect(() => nameField.current?.focus(), [])

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const empty = form.name.trim() === '' ? 'name' : form.email.trim() === '' ? 'email' : null
		if (empty) event.currentTarget.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus()
		onSubmit(form, trap.current?.value ?? '')
	}

	return (
		<Dialog title={words.title} isOpen={isOpen} onClose={onClose}>
			<p>{words.text}</p>
			<form noValidate className="mt-6 grid gap-5" onSubmit={submit}>
				<TextField
					ref={nameField}
					label={words.nameLabel}
					name="name"
					autoComplete="name"
					maxLength={SIGNUP_NAME_MAX_LENGTH + 1}
					required
					value={form.name}
					error={state.nameError ?? undefined}
					onChange={(event) => setForm({ ...form, name: event.target.value })}
				/>
				<TextField
					label={words.emailLabel}
					name="email"
					type="email"
					autoComplete="email"
					inputMode="email"
					required
					value={form.email}
					error={state.emailError ?? undefined}
					onChange={(event) => setForm({ ...form, email: event.target.value })}
				/>
				<div className="sr-only" aria-hidden="true">
					<label>
						Leave this field empty
						<input ref={trap} name="website" type="text" tabIndex={-1} autoComplete="off" />
					</label>
				</div>
				<Button type="submit" size="lg" pending={isSending}>
					{isSending ? words.busyLabel : words.submitLabel}
				</Button>
			</form>
			{otherWays}
			<div className="mt-5">
				<AgeNote />
			</div>
			<p className="mt-5 text-soft">{words.privacyNote}</p>
			<p className="mt-3">
				{words.signInText}{' '}
				<Link className="link" to={words.signInLink.href}>
					{words.signInLink.label}
				</Link>
			</p>
		</Dialog>
	)
}
