import { useEffect, useRef } from 'react'

const FIELD = 'input:not([type="hidden"]), textarea, select'
const ANY = `summary, ${FIELD}, button`

/**
 * After a form button, such as Add, has changed the form: focuses the changed part or the first field of a new one, scrolls to a new one, and marks the form as unsaved.
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
		// In a new part, typing starts right away; a moved one keeps the focus on its heading.
		const control = part?.matches(FIELD)
			? part
			: (isNew && part?.querySelector<HTMLElement>(FIELD)) || part?.querySelector<HTMLElement>(ANY)
		control?.focus()
		if (isNew && part?.matches('details')) part.scrollIntoView({ block: 'start' })
	}, [revision])
	return field
}
