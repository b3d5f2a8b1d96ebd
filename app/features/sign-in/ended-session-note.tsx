import { useEffect, useEffectEvent, useState } from 'react'

import type { SignedInUser } from '#app/lib/stored-session.ts'
import { Button } from '#app/ui/button.tsx'

import { SessionEnded } from './session-ended.tsx'

export type EndedSession = {
	/** Whose session ended. */
	user: SignedInUser
	isBack: boolean
	/** The page is nothing without an account, so the dialog opens by itself. */
	needsAccount: boolean
	onDone: () => void
	onLeave: () => void
}

/** A note at the lower edge; the page stays usable, and its press signs in again in place. */
export function EndedSessionNote({ user, isBack, needsAccount, onDone, onLeave }: EndedSession) {
	const [isPressed, setPressed] = useState(false)
	const isOpen = needsAccount || isPressed
	const finish = useEffectEvent(onDone)
	// Signed in again elsewhere, or the second factor was put off: the page that needs it will ask.
	const isOver = isBack && !isOpen
	useEffect(() => {
		if (isOver) finish()
	}, [isOver])
	return (
		<>
			{!isOpen && !isBack && (
				<section
					aria-label="Your session"
					className="screen-only fixed inset-x-0 bottom-0 z-40 border-t-2 border-ink bg-raised px-4 py-4 sm:right-auto sm:bottom-4 sm:left-4 sm:max-w-md sm:border-2"
				>
					<p role="status">
						<strong className="block">Your session has ended</strong>
						Sign in again to keep your work in your account. Nothing that you typed is lost.
					</p>
					<div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
						<Button onClick={() => setPressed(true)}>Sign in again</Button>
						<Button variant="quiet" onClick={onLeave}>
							Not now
						</Button>
					</div>
				</section>
			)}
			<SessionEnded
				email={user.email}
				isOpen={isOpen}
				isBack={isBack}
				onDone={onDone}
				onLeave={needsAccount ? onLeave : () => setPressed(false)}
				leaveLabel={needsAccount ? 'Leave this page' : 'Close'}
			/>
		</>
	)
}
