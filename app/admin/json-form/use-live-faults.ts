import { type ChangeEvent, type FocusEvent, useEffect, useRef, useState } from 'react'

import { consolePaths } from '#contracts/console-paths.ts'

/** Error messages by field ID. */
export type FaultsById = Readonly<Record<string, string>>
type Faults = ReadonlyMap<string, string | undefined>
const NONE: Faults = new Map()

/** @returns error messages by field ID; null if the request failed */
async function askFaults(form: HTMLFormElement, check: Readonly<Record<string, string>>): Promise<FaultsById | null> {
	const body = new URLSearchParams()
	for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
	for (const [name, value] of Object.entries(check)) body.set(name, value)
	const answer = await fetch(consolePaths.contentCheck, { method: 'POST', body }).catch(() => null)
	if (!answer?.ok) return null
	return ((await answer.json()) as { faults: FaultsById }).faults
}

/**
 * Validates changed fields when they lose focus, and choices immediately. Untouched fields are skipped: an empty one is not wrong yet.
 * Once a changed field is wrong, all errors of the form are shown.
 * @param revision a change discards all results: the server has validated the whole form
 */
export function useLiveFaults(
	revision: number,
	{ check, onFaults }: { check: Readonly<Record<string, string>> | undefined; onFaults?: ((faults: FaultsById) => void) | undefined },
) {
	const [kept, setKept] = useState({ revision, live: NONE })
	const seen = useRef(new Map<string, string>())
	const checks = useRef(0)
	useEffect(() => {
		seen.current = new Map()
	}, [revision])
	/** Shows errors at changed fields, and removes errors that are fixed. */
	function validate(form: HTMLFormElement, rules: NonNullable<typeof check>): void {
		checks.current += 1
		const turn = checks.current
		void askFaults(form, rules).then((faults) => {
			if (!faults || turn !== checks.current) return
			const wrong = [...form.querySelectorAll('[aria-invalid="true"]')].map(({ id }) => id)
			const shown = [...seen.current.keys(), ...wrong]
			const isWrong = shown.some((each) => faults[each] !== undefined)
			setKept({ revision, live: new Map([...shown, ...(isWrong ? Object.keys(faults) : [])].map((each) => [each, faults[each]])) })
			onFaults?.(faults)
		})
	}
	const onBlur = (event: FocusEvent<HTMLElement>) => {
		const field: unknown = event.target
		if (!check || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)) return
		const { form, id, value } = field
		const before = seen.current.get(id) ?? (field instanceof HTMLSelectElement ? undefined : field.defaultValue)
		if (!form || id === '' || before === value) return
		seen.current.set(id, value)
		validate(form, check)
	}
	/** A choice may affect other fields: a tax ID is only needed where there is tax. */
	const onChange = ({ target }: ChangeEvent<HTMLElement>) => {
		if (!check || !(target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'radio'))) return
		if (target instanceof HTMLSelectElement) seen.current.set(target.id, target.value)
		if (target.form) validate(target.form, check)
	}
	return { live: kept.revision === revision ? kept.live : NONE, onBlur, onChange }
}
