import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Keeps a page up to date while something runs, but not the session open. Without script the browser loads the page again. */
export function Reloading({ seconds = 2 }: { seconds?: number }) {
	const { revalidate, state } = useRevalidator()
	useEffect(() => {
		if (state !== 'idle') return
		const timer = setTimeout(() => void revalidate(), seconds * 1000)
		return () => clearTimeout(timer)
	}, [revalidate, state, seconds])
	return (
		<noscript>
			<meta httpEquiv="refresh" content={String(seconds)} />
		</noscript>
	)
}
