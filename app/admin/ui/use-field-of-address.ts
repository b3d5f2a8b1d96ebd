import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Opens the groups around the field that the address names after `#`, and moves focus to it. */
export function useFieldOfAddress() {
	const { hash, key } = useLocation()
	useEffect(() => {
		const part = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
		if (!part) return
		for (let group = part.closest('details'); group; group = group.parentElement?.closest('details') ?? null) group.open = true
		const control = part.matches('input, textarea, select')
			? part
			: part.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select')
		if (control instanceof HTMLElement) control.focus()
		part.scrollIntoView({ block: 'center' })
	}, [hash, key])
}
