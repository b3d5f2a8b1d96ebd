import { type ReactNode, useEffect, useState } from 'react'

import type { FormPart } from '#server/console/content/json-form.ts'

const readChosen = (name: string): string | null => {
	for (const control of document.getElementsByName(name)) {
		if (control instanceof HTMLSelectElement) return control.value
		if (control instanceof HTMLInputElement && control.checked) return control.value
	}
	return null
}

type OnlyForProps = { choice: NonNullable<FormPart['onlyFor']>; hasFault: boolean; children: ReactNode }

/** Shows fields for one choice only. Hidden ones stay in the form; with an error, or without JavaScript, they are shown. */
export function OnlyFor({ choice: { name, value }, hasFault, children }: OnlyForProps) {
	const [chosen, setChosen] = useState<string | null>(null)
	useEffect(() => {
		const update = () => setChosen(readChosen(name))
		update()
		document.addEventListener('change', update)
		return () => document.removeEventListener('change', update)
	}, [name])
	return <div hidden={chosen !== null && chosen !== value && !hasFault}>{children}</div>
}
