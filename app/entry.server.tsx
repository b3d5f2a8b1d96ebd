import { prerender } from 'react-dom/static'
import { createContext, createRequestHandler, type EntryContext, RouterContextProvider, type ServerBuild, ServerRouter } from 'react-router'

import { contentContext } from '#app/content.server.ts'
import { CertificateSummary } from '#app/features/certificate/summary.server.tsx'
import { PlainOrder } from '#app/features/orders/plain-order.server.tsx'
import { InlineScript } from '#app/ui/raw-html.tsx'
import { ServerPart } from '#app/ui/server-part.ts'
import type { Content } from '#content/load-content.server.ts'
import type { GivenPart, ShownOutcome } from '#contracts/given-part.ts'

import css from './app.css?inline'
import { submitContext } from './form-action.server.ts'
import { describeOutcome } from './shell/form-outcome.server.tsx'

const outcomeOf = ({ staticHandlerContext: { actionData } }: EntryContext) =>
	Object.values((actionData ?? {}) as Readonly<Record<string, ShownOutcome>>)[0]

const givenContext = createContext<GivenPart>({})

function serverPart(context: EntryContext, { firstScript, receipt, verification }: GivenPart): ServerPart {
	const outcome = outcomeOf(context)
	return {
		...(outcome && describeOutcome(outcome)),
		...(firstScript && { firstScript: <InlineScript {...firstScript} /> }),
		...(receipt && { noScript: <PlainOrder receipt={receipt} /> }),
		...(verification && { noScript: <CertificateSummary {...verification} /> }),
	}
}

type Call = [request: Request, status: number, headers: Headers, context: EntryContext, router: Pick<RouterContextProvider, 'get'>]

export default async function handleRequest(...[request, status, headers, context, router]: Call) {
	// An infinite `progressiveChunkSize` makes React inline every finished Suspense boundary, so the page contains none of
	// React's streaming runtime.
	const failures: unknown[] = []
	const { prelude } = await prerender(
		<ServerPart value={serverPart(context, router.get(givenContext))}>
			<ServerRouter context={context} url={request.url} />
		</ServerPart>,
		{ progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void failures.push(error) },
	)
	if (failures.length > 0) throw failures[0]
	headers.set('Content-Type', 'text/html; charset=utf-8')
	return new Response(import.meta.env.DEV ? withStyles(await new Response(prelude).text()) : prelude, { headers, status })
}

const withStyles = (html: string): string => html.replace('</head>', () => `<style>${css}</style></head>`)

export const createApp = (build: ServerBuild) => {
	const handle = createRequestHandler(build, 'production')
	return {
		css,
		/** The pattern of each route, such as `/articles/:slug`. */
		patterns: Object.values(build.routes).flatMap((route) => (route?.index ? '/' : route?.path ? `/${route.path}` : [])),
		/** @param given data for this request only, such as the outcome of a form */
		render(request: Request, content: Content, given: GivenPart = {}): Promise<Response> {
			const context = new RouterContextProvider()
			context.set(contentContext, content)
			context.set(givenContext, given)
			if (given.submit) context.set(submitContext, given.submit)
			return handle(request, context)
		},
	}
}
