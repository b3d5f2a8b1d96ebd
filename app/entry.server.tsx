import { prerender } from 'react-dom/static'
import { createRequestHandler, type EntryContext, RouterContextProvider, type ServerBuild, ServerRouter } from 'react-router'

import { contentContext } from '#app/content.server.ts'
import type { Content } from '#content/load-content.server.ts'

import css from './app.css?inline'

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
	// Infinity keeps every finished boundary in place, so the page contains none of React's streaming runtime.
	const failures: unknown[] = []
	const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
		progressiveChunkSize: Number.POSITIVE_INFINITY,
		onError: (error) => void failures.push(error),
	})
	if (failures.length > 0) throw failures[0]
	headers.set('Content-Type', 'text/html; charset=utf-8')
	return new Response(import.meta.env.DEV ? withStyles(await new Response(prelude).text()) : prelude, { headers, status })
}

const withStyles = (html: string): string => html.replace('</head>', () => `<style>${css}</style></head>`)

/** What the server loads of this bundle (server/pages/app.ts). */
export const createApp = (build: ServerBuild) => {
	const handle = createRequestHandler(build, 'production')
	return {
		/** The site's whole style sheet, in the colors that it is written with. */
		css,
		/** The pattern of each route, such as `/articles/:slug`. */
		patterns: Object.values(build.routes).flatMap((route) => (route?.index ? '/' : route?.path ? `/${route.path}` : [])),
		/** Answers a request for a page, or for its data, from one release of the content. */
		render(request: Request, content: Content): Promise<Response> {
			const context = new RouterContextProvider()
			context.set(contentContext, content)
			return handle(request, context)
		},
	}
}
