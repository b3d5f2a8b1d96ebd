import { type ActionFunctionArgs, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, data } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { NO_CONNECTION } from '#app/admin/ui/action-form.tsx'
import { visitContext } from '#app/admin/visit.ts'
import { refuseUnknownPage } from '#server/console/shell/read-page-frame.ts'

/** Loads the not-found page, for documents at URLs that neither this app nor the server knows. */
export const loader = createLoader(refuseUnknownPage)

/** Handles forms submitted by script. Without JavaScript the server handles them directly (server/console/shell/route.ts). */
export async function action({ context }: ActionFunctionArgs) {
	const answer = await context.get(visitContext).submit?.()
	if (!answer || answer instanceof Response) return answer
	return data({ failure: answer.failure }, { status: answer.status })
}

const OFFLINE = 'We couldn’t reach the server. What you entered is still here. Check your connection and try again.'

/** Submits a form. If the connection fails, the form keeps its input; by default, React Router would replace the page with an error. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
	const sent = request.clone()
	try {
		return await serverAction<typeof action>()
	} catch (error) {
		if (!(error instanceof TypeError)) throw error
		const form = (await sent.formData()).get('form_id')
		return data(
			{ failure: { form: typeof form === 'string' ? form : '', message: OFFLINE, fields: {}, typed: {}, code: NO_CONNECTION } },
			{ status: 503 },
		)
	}
}

/** Loads a URL unknown to this app as a document from the server. */
export function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<never> {
	window.location.assign(request.url)
	return new Promise(() => {})
}

export default function ActionResult() {
	return null
}
