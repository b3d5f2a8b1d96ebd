import { type ReactNode, useEffect, useState } from 'react'

const readChosen = (name: string): string | null => {
	for (const control of document.getElementsByName(name)) {
		if (control instanceof HTMLSelectElement) return control.value
		if (control instanceof HTMLInputElement && control.checked) return control.value
	}
	return null
}

/** Returns the current value of a choice by its name; null until hydration. */
export function useChosen(name: string): string | null {
	const [chosen, setChosen] = useState<string | null>(null)
	useEffect(() => {
		const update = () => setChosen(readChosen(name))
		update()
		document.addEventListener('change', update)
		return () => document.removeEventListener('change', update)
	}, [name])
	return chosen
}

type OnlyForProps = {
	/** Name of the control that decides. */ name: string
	values: readonly string[]
	hasFault: boolean
	children: ReactNode
}

/** Shows fields only for certain choices. Hidden fields stay in the form. Always shown with an error, or without JavaScript. */
export function ShownForChoice({ name, values, hasFault, children }: OnlyForProps) {
	const chosen = useChosen(name)
	return <div hidden={chosen !== null && !values.includes(chosen) && !hasFault}>{children}</div>
}
