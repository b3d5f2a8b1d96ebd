import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'

/** One union, so that an impossible state cannot be written. */
type VerbNounState = { step: 'closed' } | { step: 'open'; since: number }

type VerbNounProps = { title: string; now: () => number }

/** Says what the visitor can do here. An island: it imports app/ui, app/lib and the lower rings, and no other feature. */
export function VerbNoun({ title, now }: VerbNounProps) {
	const [state, setState] = useState<VerbNounState>({ step: 'closed' })
	const isOpen = state.step === 'open'
	return (
		<section aria-label={title}>
			<Button onClick={() => setState(isOpen ? { step: 'closed' } : { step: 'open', since: now() })}>{isOpen ? 'Close' : 'Open'}</Button>
			{isOpen && <p role="status">Open since {new Date(state.since).toISOString()}</p>}
		</section>
	)
}
