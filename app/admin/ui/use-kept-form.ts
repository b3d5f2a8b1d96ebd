import { useState } from 'react'

import { useConsole } from './use-console.ts'

/**
 * True if a form is still shown although its object no longer accepts it, since someone else changed it, so that the typed text can be
 * copied. Its component needs the key of the location, so that the operator's own success ends it.
 * @param field name of a field of this form alone
 */
export function useKeptForm(isOffered: boolean, field: string): boolean {
	const { failure } = useConsole()
	const [wasShown] = useState(isOffered || (failure !== null && field in failure.typed))
	return wasShown
}
