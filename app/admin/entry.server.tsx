import { prerender } from 'react-dom/static'
import { createRequestHandler, type EntryContext, RouterContextProvider, type ServerBuild, ServerRouter } from 'react-router'

import type { Visit } from '#server/console/shell/visit.ts'

import { NonceContext } from './nonce.ts'
import { visitContext } from './visit.ts'

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
	visits: RouterContextProvider,
) {
	const { nonce, presentError } = visits.get(visitContext)
	let outcome = status
	// An infinite `progressiveChunkSize` keeps finished Suspense boundaries inline, so the page is complete without JavaScript.
	const { prelude } = await prerender(
		<NonceContext value={nonce}>
			<ServerRouter context={context} url={request.url} nonce={nonce} />
		</NonceContext>,
		{
			progressiveChunkSize: Number.POSITIVE_INFINITY,
			onError(error) {
				outcome = 500
				presentError(error)
			},
		},
	)
	headers.set('Content-Type', 'text/html; charset=utf-8')
	return new Response(prelude, { headers, status: outcome })
}

/**
 * Logs unexpected errors. Responses thrown by loaders aren't errors: load.server.ts has logged their cause, and the
 * ErrorBoundary shows them.
 */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }) {
	if (error instanceof Error) context.get(visitContext).presentError(error)
}

/** Creates the request handler for server/http/react/answer-by-react.ts, which imports this bundle instead of React. */
export function createHandler(build: ServerBuild): (request: Request, visit: Visit) => Promise<Response> {
	const handle = createRequestHandler(build, 'production')
	return (request, visit) => {
		const context = new RouterContextProvider()
		context.set(visitContext, visit)
		return handle(request, context)
	}
}
