import { type ReactNode, useState } from 'react'

import { Alert } from '#app/ui/callout.tsx'

const MINUTES_FROM = 120

const clockAfter = (seconds: number) =>
	new Date(Date.now() + seconds * 1000).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })

export function LockedOut({ seconds, children }: { seconds: number; children: ReactNode }) {
	return seconds > 0 ? <Lock seconds={seconds}>{children}</Lock> : null
}

function Lock({ seconds, children }: { seconds: number; children: ReactNode }) {
	// The end is computed once, so that screen readers announce it once. The countdown is hidden from them.
	const [until] = useState(() => clockAfter(seconds))
	return (
		<Alert title="Too many wrong codes">
			<p>
				{children} Try again at {until}
				<span aria-hidden="true"> (in {seconds < MINUTES_FROM ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`})</span>.
			</p>
		</Alert>
	)
}
