import { createContext, use } from 'react'
import { useFetchers } from 'react-router'

/** Optimistic result of a form, shown until the server confirms or refuses it. */
export type Expected = {
	/** Text of the notice, the same as the server's. */
	says: string
	/** Changed values of the row; null if the row leaves the list. */
	becomes: object | null
}

type Sent = Expected & { row: string }

/** Expected results by form ID. Only written on submit, so never on the server. */
const sentForms = new Map<string, Sent>()

/** Name of the table row around a form. */
export const RowName = createContext('')

export function useExpect(formId: string, expected: Expected | undefined): () => void {
	const row = use(RowName)
	return () => void (expected && sentForms.set(formId, { ...expected, row }))
}

/** Returns the expected results. Fetchers outlive their forms, so a row keeps its expected state until the page has reloaded. */
export const useExpectedResults = (): readonly Sent[] =>
	useFetchers().flatMap(({ formData }) => {
		const id = formData?.get('form_id')
		const sent = typeof id === 'string' ? sentForms.get(id) : undefined
		return sent ? [sent] : []
	})

/** Returns a function that applies the expected changes to a row: null if the row leaves the list. */
export function useExpectRow(): <Row>(name: string, row: Row) => Row | null {
	const expected = useExpectedResults()
	return (name, row) => {
		const found = expected.find((each) => each.row === name)
		if (!found) return row
		return found.becomes && { ...row, ...found.becomes }
	}
}
