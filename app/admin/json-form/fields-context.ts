import { createContext, type ReactNode, use } from 'react'

import { consolePaths } from '#contracts/console-paths.ts'
import type { FormPart } from '#server/console/content/json-form.ts'
import type { PlaceholderValue } from '#server/console/content/list-values.ts'

import { NO_PLACEHOLDERS } from './values.tsx'

type FormContext = {
	/** Changes with each response for the whole form, which resets its controls, but leaves groups open or closed. */
	revision: number
	action: string
	/** Errors of fields checked since the last response for the whole form, by field ID. */
	live: ReadonlyMap<string, string | undefined>
	/** Placeholders that texts may use, such as `{price}`. */
	values: readonly PlaceholderValue[]
	/** Content below the text field with this name. */
	below?: { name: string; content: ReactNode } | undefined
}

export const NO_ERRORS: FormContext['live'] = new Map()

export const FieldsContext = createContext<FormContext>({
	revision: 0,
	action: consolePaths.contentFile,
	live: NO_ERRORS,
	values: NO_PLACEHOLDERS,
})

export function useFault({ id, fault }: Pick<FormPart, 'id' | 'fault'>): string | undefined {
	const { live } = use(FieldsContext)
	return live.has(id) ? live.get(id) : fault
}
