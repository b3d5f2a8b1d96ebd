import { type ActionFunctionArgs, createContext, data, redirect } from 'react-router'

import type { GivenPart } from '#contracts/given-part.ts'

/** Carries out the form that a browser posted by itself (server/http/forms). */
export const submitContext = createContext<NonNullable<GivenPart['submit']>>()

/** The action of every page with a form that works without our script. */
export async function action({ context }: ActionFunctionArgs) {
	const outcome = await context.get(submitContext)()
	return 'redirect' in outcome ? redirect(outcome.redirect, 303) : data(outcome, { status: outcome.status })
}
