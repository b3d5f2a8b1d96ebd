import { createContext, type ReactNode, use } from 'react'

import type { FormRefusal } from '#contracts/given-part.ts'

export type ServerPart = {
	/** Replaces the title of the document. */
	title?: string
	/** In the head, before all other scripts. */
	firstScript?: ReactNode
	/** Replaces the content of the page. */
	main?: ReactNode
	refusal?: FormRefusal
	/** For readers without our script. */
	noScript?: ReactNode
}

/** Data the server adds to a page for one request (app/entry.server.tsx). Empty in browsers. */
export const ServerPart = createContext<ServerPart>({})

/** The refusal of the form around a field. */
export const RefusedForm = createContext<FormRefusal | null>(null)

/** Error of a control; after a refusal without our script, also its typed value, and the focus if it is wrong. */
export function useRefused(name = '', error?: string) {
	const refusal = use(RefusedForm)
	if (!refusal) return { error }
	const problem = refusal.problems[name]
	return { error: error ?? problem, typed: { value: undefined, defaultValue: refusal.values[name], autoFocus: Boolean(problem) } }
}
