import { useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

import { ALL_SAVED } from './all-saved.ts'

/** Text in a dialog is not asked about: the page behind it cannot be used until the dialog was sent or canceled. */
const isOfAction = (target: EventTarget | null) =>
	target instanceof Element && target.closest('form')?.method === 'post' && !target.closest('dialog')

/** Asks before a page with typed text that was not sent is left. */
export function useUnsentText(): void {
	const isUnsent = useRef(false)
	useEffect(() => {
		const onInput = ({ target }: Event) => {
			if (isOfAction(target)) isUnsent.current = true
		}
		// A search leaves the page, and sends nothing that was typed into another form.
		const onSubmit = ({ target }: Event) => {
			if (isOfAction(target)) isUnsent.current = false
		}
		const onSaved = () => {
			isUnsent.current = false
		}
		document.addEventListener('input', onInput)
		window.addEventListener(ALL_SAVED, onSaved)
		document.addEventListener('submit', onSubmit)
		return () => {
			document.removeEventListener('input', onInput)
			window.removeEventListener(ALL_SAVED, onSaved)
			document.removeEventListener('submit', onSubmit)
		}
	}, [])
	useBeforeUnload((event) => {
		if (isUnsent.current) event.preventDefault()
	})
	const blocker = useBlocker(() => isUnsent.current)
	useEffect(() => {
		if (blocker.state !== 'blocked') return
		if (window.confirm('Leave this page? What you typed has not been sent.')) {
			isUnsent.current = false
			blocker.proceed()
		} else blocker.reset()
	}, [blocker])
}
