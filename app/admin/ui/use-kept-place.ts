import { useLayoutEffect, useRef } from 'react'

/**
 * Restores focus, scroll position and open groups after a save, which resets the form. Submit with `preventScrollReset`.
 * @param key changes with each reset
 * @returns a handler for the form's submit event
 */
export function useKeptPlace(key: string, formId: string): () => void {
	const kept = useRef<{ open: readonly string[]; focused: string; top: number; isAtTop: boolean } | null>(null)
	useLayoutEffect(() => {
		const form = kept.current && document.getElementById(formId)
		if (!kept.current || !(form instanceof HTMLFormElement)) return
		const { open, focused, top, isAtTop } = kept.current
		kept.current = null
		for (const group of form.querySelectorAll('details')) if (open.includes(group.id)) group.open = true
		const field = [...form.elements].find(({ id }) => id !== '' && id === focused)
		const target = field ?? [...form.querySelectorAll('button[type="submit"]')].at(-1)
		if (target instanceof HTMLElement) target.focus({ preventScroll: true })
		// A notice may have appeared above and moved the form. At the top of the page there is nothing to restore.
		if (!isAtTop) window.scrollBy(0, form.getBoundingClientRect().top - top)
	}, [key, formId])
	return () => {
		const form = document.getElementById(formId)
		if (!form) return
		const open = [...form.querySelectorAll('details[open]')].map(({ id }) => id)
		kept.current = { open, focused: document.activeElement?.id ?? '', top: form.getBoundingClientRect().top, isAtTop: window.scrollY === 0 }
	}
}
