import { createContext, use } from 'react'
import { useFetchers } from 'react-router'

/** Likely effect of a form, shown at once until the server confirms or refuses it. */
export type Expected = {
	/** As the server says it afterwards. */
	says: string
	/** Values of its row that change; null where the row leaves the list. */
	becomes: object | null
}

type Sent = Expected & { row: string }

/** By form. Written when a form is sent, so never on the server. */
const sentForms = new Map<string, Sent>()

/** Name of the row around a form, for its changes. */
export const RowName = createContext('')

/** @returns what a form calls as it is sent */
export function useExpect(formId: string, expected: Expected | undefined): () => void {
	const row = use(RowName)
	return () => void (expected && sentForms.set(formId, { ...expected, row }))
}

/** Changes whose forms are on their way. Fetchers outlive their forms, so a row stays as it is expected while the page reloads. */
export const useExpected = (): readonly Sent[] =>
	useFetchers().flatMap(({ formData }) => {
		const id = formData?.get('form_id')
		const sent = typeof id === 'string' ? sentForms.get(id) : undefined
		return sent ? [sent] : []
	})

/** @returns the row as it will be; null if it is about to leave */
export function useExpectRow(): <Row>(name: string, row: Row) => Row | null {
	const expected = useExpected()
	return (name, row) => {
		const found = expected.find((each) => each.row === name)
		if (!found) return row
		return found.becomes && { ...row, ...found.becomes }
	}
}
