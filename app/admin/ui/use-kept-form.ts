import { useState } from 'react'

import { useConsole } from './use-console.ts'

/**
 * True if a form stays visible although its object no longer accepts it, because someone else changed it: the typed text can
 * still be copied. Key the component by the location, so the operator's own success hides the form.
 * @param field name of a field that only this form has
 */
export function useKeptForm(isOffered: boolean, field: string): boolean {
	const { failure } = useConsole()
	const [wasShown] = useState(isOffered || (failure !== null && field in failure.typed))
	return wasShown
}
