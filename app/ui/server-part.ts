import { createContext, type ReactNode, use } from 'react'

import type { FormRefusal } from '#contracts/given-part.ts'

export type ServerPart = {
	title?: string
	/** Rendered in the head, before all other scripts. */
	firstScript?: ReactNode
	main?: ReactNode
	refusal?: FormRefusal
	noScript?: ReactNode
}

/** Data the server adds to a page for one request (app/entry.server.tsx). Empty in browsers. */
export const ServerPart = createContext<ServerPart>({})

export const RefusedForm = createContext<FormRefusal | null>(null)

/**
 * Returns a control's error. After a refusal without JavaScript, also returns its submitted value, and `autoFocus` if it is
 * invalid.
 */
export function useFormRefusal(name = '', error?: string) {
	const refusal = use(RefusedForm)
	if (!refusal) return { error }
	const problem = refusal.problems[name]
	return { error: error ?? problem, typed: { value: undefined, defaultValue: refusal.values[name], autoFocus: Boolean(problem) } }
}
