import { type ComponentType, useEffect, useState } from 'react'

import { Button } from './button.tsx'
import { Alert } from './callout.tsx'

/**
 * Creates a component whose code is loaded when it is first rendered.
 * @param heightClass class for its height while loading, so that the content below doesn't shift
 * @returns the component, and a function that preloads its code
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>, heightClass = 'min-h-dvh') {
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
		if (!hasFailed) return <div className={heightClass} aria-busy="true" />
		return (
			<Alert title="Couldn’t load this part of the page">
				<p>Check your connection and try again. Your progress is saved.</p>
				<Button variant="secondary" className="mt-3" onClick={() => setFailed(false)}>
					Try Again
				</Button>
			</Alert>
		)
	}
	/** Errors are ignored here; the component shows them. */
	const fetchEarly = () => void fetchCode().catch(() => {})
	return [Later, fetchEarly] as const
}
