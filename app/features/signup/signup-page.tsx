import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

import { Form, type FormErrors, Submit, useForm } from '#app/lib/form.tsx'
import { readStoredUser } from '#app/lib/stored-user.ts'
import { AgeNote } from '#app/ui/age-note.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { Honeypot } from '#app/ui/honeypot.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Download } from '#content/schema/download.ts'
import type { Signup } from '#content/schema/signup.ts'
import { paths } from '#contracts/paths.ts'
import { SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'

import { type SignupForm as Typed, useSignup } from './use-signup.ts'
import { SignupWelcome } from './welcome.tsx'

type SignupFormProps = {
	words: Signup['modal']
	initial?: Typed
	nameField?: Ref<HTMLInputElement>
	className: string
	children?: ReactNode
	onSubmit: (typed: Typed, honeypot: string | undefined) => Promise<FormErrors | void>
}

/** Sign-up form. Without JavaScript, the browser posts it. */
function SignupForm({ words, initial, nameField, className, children, onSubmit }: SignupFormProps) {
	const form = useForm(({ text, honeypot }) => onSubmit({ name: text('name'), email: text('email') }, honeypot.website))
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
			<EmailField label={words.emailLabel} defaultValue={initial?.email} error={form.problems.email} />
			<Honeypot />
			<Submit of={form} size="lg" className="grid">
				{form.isBusy ? words.busyLabel : words.submitLabel}
			</Submit>
		</Form>
	)
}

type SignupDialogProps = {
	words: Signup['modal']
	initial: Typed
	otherWays: ReactNode
	onSubmit: (typed: Typed, honeypot: string | undefined) => Promise<FormErrors | void>
	onClose: () => void
}

function SignupDialog({ words, initial, otherWays, onSubmit, onClose }: SignupDialogProps) {
	// Without this, the dialog would focus its close button.
	const nameField = useRef<HTMLInputElement>(null)
	useEffect(() => nameField.current?.focus(), [])
	return (
		<Dialog title={words.title} isOpen onClose={onClose}>
			<p>{words.text}</p>
			<SignupForm className="mt-6" words={words} initial={initial} nameField={nameField} onSubmit={onSubmit} />
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

type SignupPageProps = {
	words: Signup
	brand: string
	template: Download | null
	offerText: string
	/** Provider buttons; null until they are known. The dialog waits for them, so that its height doesn't change. */
	otherWays: ReactNode | null
	renderCodeEntry: (user: Typed) => ReactNode
}

/** Reads the sign-up stored in a history entry, which may contain anything. */
function readSignedUp(place: unknown): Typed | null {
	const { signedUp } = (typeof place === 'object' ? (place ?? {}) : {}) as { signedUp?: Partial<Typed> }
	return typeof signedUp?.name === 'string' && typeof signedUp.email === 'string' ? { name: signedUp.name, email: signedUp.email } : null
}

/** The sign-up page. Its dialog opens automatically; closing it goes to the home page. */
export function SignupPage({ words, brand, template, offerText, otherWays, renderCodeEntry }: SignupPageProps) {
	const navigate = useNavigate()
	const { user: signedUp, submit, resume } = useSignup({ words, brand, notify: toast })
	const { state: place } = useLocation() as { state: unknown }
	const [known, setKnown] = useState<Typed | null>(null)
	// After a reload, the history entry still has the sign-up: shows the code field again instead of the form.
	useEffect(() => {
		const user = readSignedUp(place)
		if (user) resume(user)
	}, [place, resume])
	useEffect(() => {
		// Written directly to the history, in the router's format. A navigation would write it only after loading its data, and a reload before
		// that would lose it.
		if (signedUp && !readSignedUp(place)) window.history.replaceState({ ...window.history.state, usr: { signedUp } }, '')
	}, [signedUp, place])
	// The stored user is known only after hydration, so the dialog waits for it.
	useEffect(() => setKnown(readStoredUser() ?? { name: '', email: '' }), [])

	if (signedUp)
		return <SignupWelcome words={words} template={template} user={signedUp} offerText={offerText} codeEntry={renderCodeEntry(signedUp)} />
	return (
		<div className="page grid items-center gap-x-14 gap-y-10 py-10 lg:grid-cols-[6fr_5fr] lg:py-16">
			<div>
				<h1 className="text-4xl">{words.page.title}</h1>
				<p className="mt-6 max-w-[34rem] text-lg">{words.page.text}</p>
				{template && (
					<ul className="mt-6 grid gap-2">
						{words.journey.steps.map((step) => (
							<li key={step.number}>
								<strong>
									{step.number}. {step.title}
								</strong>{' '}
								<span className="text-soft">({step.badge})</span>
							</li>
						))}
					</ul>
				)}
				<noscript>
					<SignupForm className="mt-8 max-w-md" words={words.modal} onSubmit={submit}>
						<h2>{words.modal.title}</h2>
						<p>{words.modal.text}</p>
					</SignupForm>
					<div className="mt-5">
						<AgeNote />
					</div>
					<p className="mt-5 text-soft">{words.modal.privacyNote}</p>
				</noscript>
			</div>
			<SpritePicture name="trailhead" align="xMidYMax slice" className="w-full" />
			{known && otherWays !== null && (
				<SignupDialog
					words={words.modal}
					initial={known}
					otherWays={otherWays}
					onSubmit={submit}
					onClose={() => void navigate(paths.home)}
				/>
			)}
		</div>
	)
}
