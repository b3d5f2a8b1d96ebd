import { type ActionFunctionArgs, type ClientLoaderFunctionArgs, data } from 'react-router'

import { visitContext } from '#app/admin/visit.ts'

/** Every form of the console, sent by script; without script the server answers by itself (server/console/shell/route.ts). */
export async function action({ context }: ActionFunctionArgs) {
	const answer = await context.get(visitContext).submit?.()
	if (!answer || answer instanceof Response) return answer
	return data({ failure: answer.failure }, { status: answer.status })
}

/** An address that this app does not know: the browser asks the server for a document. */
export function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<never> {
	window.location.assign(request.url)
	return new Promise(() => {})
}

export default function Elsewhere() {
	return null
}
