import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'

import type { Problems } from '#app/lib/use-form.ts'
import { AgeNote } from '#app/ui/age-note.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { Signup } from '#content/schema/signup.ts'

import type { SignupForm as Typed } from './check-signup.ts'
import { SignupForm } from './signup-form.tsx'

type SignupDialogProps = {
	words: Signup['modal']
	initial: Typed
	otherWays: ReactNode
	onSubmit: (typed: Typed, trap: string | undefined) => Promise<Problems | void>
	onClose: () => void
}

/** Name and email, in the modal that opens by itself. */
export function SignupDialog({ words, initial, otherWays, onSubmit, onClose }: SignupDialogProps) {
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
