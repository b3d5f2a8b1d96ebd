import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import { useConsole } from './page.tsx'

/** True once a form of this page was submitted, or refused without JavaScript: messages about an earlier one are outdated. */
export function useIsSubmitted(): boolean {
	const { key } = useLocation()
	const { failure } = useConsole()
	const [submittedOn, setSubmittedOn] = useState<string | null>(null)
	useEffect(() => {
		const note = ({ target }: Event) => {
			// Ignores the notice's own forms, such as its undo, whose errors are shown in the notice.
			if (target instanceof HTMLFormElement && target.method === 'post' && !target.closest('[data-toast]')) setSubmittedOn(key)
		}
		document.addEventListener('submit', note)
		return () => document.removeEventListener('submit', note)
	}, [key])
	return failure !== null || submittedOn === key
}
