import { useEffect, useEffectEvent, useState } from 'react'

import type { SignedInUser } from '#app/lib/stored-session.ts'
import { Button } from '#app/ui/button.tsx'

import { SessionEnded } from './session-ended.tsx'

export type EndedSession = {
	user: SignedInUser
	isBack: boolean
	/** True if the page needs an account; the dialog then opens automatically. */
	needsAccount: boolean
	onDone: () => void
	onLeave: () => void
}

/** Banner for a session that ended. The page below stays usable. */
export function EndedSessionNote({ user, isBack, needsAccount, onDone, onLeave }: EndedSession) {
	const [isPressed, setPressed] = useState(false)
	const isOpen = needsAccount || isPressed
	const finish = useEffectEvent(onDone)
	// True if the learner signed in again elsewhere, or closed the second-factor prompt. Pages that need the factor ask for it later.
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

/** Scroll padding that keeps the focused field visible above the banner. */
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
					<strong>Your session has ended.</strong> Sign in again to keep your work in your account. You haven’t lost anything you typed.
				</p>
				<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
					<Button onClick={onPress}>Sign In Again</Button>
					<Button variant="quiet" onClick={onLeave}>
						Not now
					</Button>
				</div>
			</div>
		</section>
	)
}
