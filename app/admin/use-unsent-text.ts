import { useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'

import { ALL_SAVED } from './all-saved.ts'

/**
 * True for a control of a form that submits data. Forms in dialogs don't count: the page behind a dialog can't be used until it
 * is closed.
 */
const isOfAction = (target: EventTarget | null) =>
	target instanceof Element && target.closest('form')?.method === 'post' && !target.closest('dialog')

/** Asks for confirmation before a page with unsent text is left. */
export function useUnsentText(): void {
	const isUnsent = useRef(false)
	useEffect(() => {
		const onInput = ({ target }: Event) => {
			if (isOfAction(target)) isUnsent.current = true
		}
		// Only forms with an action reset the flag: submitting a search doesn't send text typed elsewhere.
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
