import { useEffect, useState, type ReactNode, useRef } from 'react'
import { useLocation, useNavigate, Link } from 'react-router'

import { readStoredUser } from '#app/lib/stored-user.ts'
import type { Problems } from '#app/lib/use-form.ts'
import { AgeNote } from '#app/ui/age-note.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Download } from '#content/schema/download.ts'
import type { Signup } from '#content/schema/signup.ts'
import { paths } from '#contracts/paths.ts'

import type { SignupForm as Typed } from './check-signup.ts'
import { SignupForm } from './signup-form.tsx'
import { Trailhead } from './trailhead.tsx'
import { useSignup } from './use-signup.ts'
import { Welcome } from './welcome.tsx'

type SignupDialogProps = {
	words: Signup['modal']
	initial: Typed
	otherWays: ReactNode
	onSubmit: (typed: Typed, trap: string | undefined) => Promise<Problems | void>
	onClose: () => void
}

/** Name and email, in the modal that opens by itself. */
function SignupDialog({ words, initial, otherWays, onSubmit, onClose }: SignupDialogProps) {
	const nameField = useRef<HTMLInputElement>(null)
	// The dialog would otherwise focus its close button.
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
	template: Download
	offerText: string
	/** Accounts of other sites; null until the page knows which, so that the modal opens at its full height. */
	otherWays: ReactNode | null
	renderCodeEntry: (user: Typed) => ReactNode
}

/** Signup stored in this history entry; the entry may hold anything else. */
function readSignedUp(place: unknown): Typed | null {
	const { signedUp } = (typeof place === 'object' ? (place ?? {}) : {}) as { signedUp?: Partial<Typed> }
	return typeof signedUp?.name === 'string' && typeof signedUp.email === 'string' ? { name: signedUp.name, email: signedUp.email } : null
}

/** The free signup: the modal opens by itself, closing it leads home, and after it comes the welcome. */
export function SignupPage({ words, brand, template, offerText, otherWays, renderCodeEntry }: SignupPageProps) {
	const navigate = useNavigate()
	const { user: signedUp, submit, resume } = useSignup({ words, brand, notify: toast })
	const { state: place } = useLocation() as { state: unknown }
	const [known, setKnown] = useState<Typed | null>(null)
	// The code is on its way: a reload of this history entry asks for it again instead of for name and address.
	useEffect(() => {
		const user = readSignedUp(place)
		if (user) resume(user)
	}, [place, resume])
	useEffect(() => {
		// At once, in the router's form: a navigation would write it only after its data came, and a reload before that would lose it.
		if (signedUp && !readSignedUp(place)) window.history.replaceState({ ...window.history.state, usr: { signedUp } }, '')
	}, [signedUp, place])
	// Only the browser knows who signed up here before; the modal waits for it.
	useEffect(() => setKnown(readStoredUser() ?? { name: '', email: '' }), [])

	if (signedUp)
		return <Welcome words={words} template={template} user={signedUp} offerText={offerText} codeEntry={renderCodeEntry(signedUp)} />
	return (
		<div className="page grid items-center gap-x-14 gap-y-10 py-10 lg:grid-cols-[6fr_5fr] lg:py-16">
			<div>
				<h1 className="text-4xl">{words.page.title}</h1>
				<p className="mt-6 max-w-[34rem] text-lg">{words.page.text}</p>
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
			<Trailhead className="w-full" />
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
