import { type ActionFunctionArgs, createContext, data, redirect } from 'react-router'

import type { GivenPart } from '#contracts/given-part.ts'

/** Runs the action of a form that was posted without JavaScript (server/http/forms). */
export const submitContext = createContext<NonNullable<GivenPart['submit']>>()

export async function action({ context }: ActionFunctionArgs) {
	const outcome = await context.get(submitContext)()
	return 'redirect' in outcome ? redirect(outcome.redirect, 303) : data(outcome, { status: outcome.status })
}
