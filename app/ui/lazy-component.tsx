import { type ComponentType, useEffect, useState } from 'react'

import { Button } from './button.tsx'
import { Callout } from './callout.tsx'

/**
 * Component whose code is loaded when it is first shown.
 * @param room class of the space reserved for it until then, so that what is below it does not jump up and down again
 * @returns the part, and what fetches its code beforehand
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>, room = 'min-h-dvh') {
	let loaded: ComponentType<P> | null = null
	const fetchCode = async () => (loaded ??= await load())

	function Later(props: P) {
		const [Part, setPart] = useState(() => loaded)
		const [hasFailed, setFailed] = useState(false)
		useEffect(() => {
			if (Part || hasFailed) return
			fetchCode().then(
				(part) => setPart(() => part),
				() => setFailed(true),
			)
		}, [Part, hasFailed])
		if (Part) return <Part {...props} />
		if (!hasFailed) return <div className={room} aria-busy="true" />
		return (
			<Callout tone="danger" role="alert" title="This part could not be loaded">
				<p>Check your connection and try again. Your progress is saved.</p>
				<Button variant="secondary" className="mt-3" onClick={() => setFailed(false)}>
					Try Again
				</Button>
			</Callout>
		)
	}
	/** A failure is reported when the component is shown. */
	const fetchEarly = () => void fetchCode().catch(() => {})
	return [Later, fetchEarly] as const
}
