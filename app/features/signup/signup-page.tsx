import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { readStoredUser } from '#app/lib/stored-user.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { Download } from '#content/schema/download.ts'
import type { Signup } from '#content/schema/signup.ts'
import { paths } from '#contracts/paths.ts'

import type { SignupForm } from './check-signup.ts'
import { PlainSignup } from './plain-signup.tsx'
import { SignupDialog } from './signup-dialog.tsx'
import { Trailhead } from './trailhead.tsx'
import { useSignup } from './use-signup.ts'
import { Welcome } from './welcome.tsx'

type SignupPageProps = {
	words: Signup
	brand: string
	template: Download
	offerText: string
	/** Accounts of other sites; null until the page knows which, so that the modal opens at its full height. */
	otherWays: ReactNode | null
	renderCodeEntry: (user: SignupForm) => ReactNode
}

/** Who signed up on this history entry; the entry may hold anything else. */
function readSignedUp(place: unknown): SignupForm | null {
	const { signedUp } = (typeof place === 'object' ? (place ?? {}) : {}) as { signedUp?: Partial<SignupForm> }
	return typeof signedUp?.name === 'string' && typeof signedUp.email === 'string' ? { name: signedUp.name, email: signedUp.email } : null
}

/** The free signup: the modal opens by itself, closing it leads home, and after it comes the welcome. */
export function SignupPage({ words, brand, template, offerText, otherWays, renderCodeEntry }: SignupPageProps) {
	const navigate = useNavigate()
	const { state, submit, resume } = useSignup({ words, brand, notify: toast })
	const { state: place } = useLocation() as { state: unknown }
	const [known, setKnown] = useState<SignupForm | null>(null)
	// The code is on its way: a reload of this history entry asks for it again instead of for name and address.
	useEffect(() => {
		const user = readSignedUp(place)
		if (user) resume(user)
	}, [place, resume])
	const signedUp = state.step === 'welcome' ? state.user : null
	useEffect(() => {
		if (signedUp && !readSignedUp(place)) void navigate('.', { replace: true, state: { signedUp }, preventScrollReset: true })
	}, [signedUp, place, navigate])
	// Only the browser knows who signed up here before; the modal waits for it.
	useEffect(() => setKnown(readStoredUser() ?? { name: '', email: '' }), [])

	if (state.step === 'welcome')
		return <Welcome words={words} template={template} user={state.user} offerText={offerText} codeEntry={renderCodeEntry(state.user)} />
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
					<div className="mt-8">
						<PlainSignup words={words.modal} />
					</div>
				</noscript>
			</div>
			<Trailhead className="w-full" />
			{known && otherWays !== null && (
				<SignupDialog
					words={words.modal}
					isOpen
					initial={known}
					state={state}
					otherWays={otherWays}
					onSubmit={(form, trap) => void submit(form, trap)}
					onClose={() => void navigate(paths.home)}
				/>
			)}
		</div>
	)
}
