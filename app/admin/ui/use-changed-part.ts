import { useEffect, useRef } from 'react'

/** After one of the form's buttons changed it, moves focus to the changed part and marks the form as unsaved. */
export function useChangedPart(revision: number) {
	const field = useRef<HTMLDivElement>(null)
	const target = useRef('')
	useEffect(() => {
		const form = field.current?.closest('form')
		const onSubmit = ({ submitter }: SubmitEvent) => {
			target.current = (submitter?.getAttribute('formaction') ?? '').split('#')[1] ?? ''
		}
		form?.addEventListener('submit', onSubmit)
		return () => form?.removeEventListener('submit', onSubmit)
	}, [])
	useEffect(() => {
		if (revision === 0) return
		field.current?.dispatchEvent(new Event('input', { bubbles: true }))
		const part = document.getElementById(target.current)
		target.current = ''
		for (let group = part?.closest('details'); group; group = group.parentElement?.closest('details')) group.open = true
		const control = part?.matches('input, textarea, select')
			? part
			: part?.querySelector<HTMLElement>('summary, input, textarea, select, button')
		control?.focus()
	}, [revision])
	return field
}
