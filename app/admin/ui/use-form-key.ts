import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const unsaved = new Set<string>()

/**
 * Returns a key that changes with each navigation and resets a form. It stays while the form has unsaved text, so that saving one of
 * several forms on a page doesn't empty the others.
 */
export function useFormKey(formId: string): string {
	const { key } = useLocation()
	// Decided once per navigation: a form that is being sent must not be reset before its answer.
	const [{ kept, seen }, setKeys] = useState({ kept: key, seen: key })
	if (seen !== key) setKeys({ kept: unsaved.has(formId) ? kept : key, seen: key })
	useEffect(() => {
		const isOwn = ({ target }: Event) => target instanceof Element && target.closest('form')?.id === formId
		const onInput = (event: Event) => {
			if (isOwn(event)) unsaved.add(formId)
		}
		const onSubmit = (event: Event) => {
			if (isOwn(event)) unsaved.delete(formId)
		}
		document.addEventListener('input', onInput)
		document.addEventListener('submit', onSubmit)
		return () => {
			unsaved.delete(formId)
			document.removeEventListener('input', onInput)
			document.removeEventListener('submit', onSubmit)
		}
	}, [formId])
	return kept
}
