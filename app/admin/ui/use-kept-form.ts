import { useState } from 'react'

import { useConsole } from './use-console.ts'

/**
 * True if a form is still shown although its object no longer takes it, since someone else changed it: what was typed can be copied. Its
 * component needs the key of the location, so that the operator's own success ends it.
 * @param field name of a field of this form alone
 */
export function useKeptForm(isOffered: boolean, field: string): boolean {
	const { failure } = useConsole()
	const [wasShown] = useState(isOffered || (failure !== null && field in failure.typed))
	return wasShown
}
