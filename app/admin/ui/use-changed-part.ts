import { useEffect, useRef } from 'react'

/**
 * After a form button, such as Add, has changed the form: focuses the changed part, scrolls to a new one, and marks the form as unsaved.
 */
export function useChangedPart(revision: number) {
	const field = useRef<HTMLDivElement>(null)
	const target = useRef({ id: '', isNew: false })
	useEffect(() => {
		const form = field.current?.closest('form')
		const onSubmit = ({ submitter }: SubmitEvent) => {
			const [, id = ''] = (submitter?.getAttribute('formaction') ?? '').split('#')
			target.current = { id, isNew: submitter instanceof HTMLButtonElement && submitter.value.startsWith('add ') }
		}
		form?.addEventListener('submit', onSubmit)
		return () => form?.removeEventListener('submit', onSubmit)
	}, [])
	useEffect(() => {
		if (revision === 0) return
		field.current?.dispatchEvent(new Event('input', { bubbles: true }))
		const { id, isNew } = target.current
		const part = document.getElementById(id)
		target.current = { id: '', isNew: false }
		for (let group = part?.closest('details'); group; group = group.parentElement?.closest('details')) group.open = true
		const control = part?.matches('input, textarea, select')
			? part
			: part?.querySelector<HTMLElement>('summary, input, textarea, select, button')
		control?.focus()
		if (isNew && part?.matches('details')) part.scrollIntoView({ block: 'start' })
	}, [revision])
	return field
}
