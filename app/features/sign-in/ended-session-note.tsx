import { useEffect, useEffectEvent, useState } from 'react'

import type { SignedInUser } from '#app/lib/stored-session.ts'
import { Button } from '#app/ui/button.tsx'

import { SessionEnded } from './session-ended.tsx'

export type EndedSession = {
	user: SignedInUser
	isBack: boolean
	/** The page needs an account, so the dialog opens by itself. */
	needsAccount: boolean
	onDone: () => void
	onLeave: () => void
}

/** A note at the lower edge; the page stays usable, and its button signs in again in place. */
export function EndedSessionNote({ user, isBack, needsAccount, onDone, onLeave }: EndedSession) {
	const [isPressed, setPressed] = useState(false)
	const isOpen = needsAccount || isPressed
	const finish = useEffectEvent(onDone)
	// Signed in again elsewhere, or the second factor was postponed: the page that needs it will ask.
	const isOver = isBack && !isOpen
	useEffect(() => {
		if (isOver) finish()
	}, [isOver])
	return (
		<>
			{!isOpen && !isBack && <Note onPress={() => setPressed(true)} onLeave={onLeave} />}
			<SessionEnded
				user={user}
				isOpen={isOpen}
				isBack={isBack}
				onDone={onDone}
				onLeave={needsAccount ? onLeave : () => setPressed(false)}
				leaveLabel={needsAccount ? 'Leave this page' : 'Close'}
			/>
		</>
	)
}

/** Keeps the focused field visible above the note. */
const SCROLL_ROOM = '14rem'

function Note({ onPress, onLeave }: { onPress: () => void; onLeave: () => void }) {
	useEffect(() => {
		const { style } = document.documentElement
		style.scrollPaddingBottom = SCROLL_ROOM
		document.activeElement?.scrollIntoView({ block: 'nearest' })
		return () => void (style.scrollPaddingBottom = '')
	}, [])
	return (
		<section aria-label="Your session" className="screen-only fixed inset-x-0 bottom-0 z-40 border-t-2 border-ink bg-raised">
			<div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4">
				<p role="status">
					<strong>Your session has ended.</strong> Sign in again to keep your work in your account. You have not lost anything you typed.
				</p>
				<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
					<Button onClick={onPress}>Sign in again</Button>
					<Button variant="quiet" onClick={onLeave}>
						Not now
					</Button>
				</div>
			</div>
		</section>
	)
}
