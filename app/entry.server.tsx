import { prerender } from 'react-dom/static'
import { ServerRouter, type EntryContext } from 'react-router'

import css from './app.css?inline'

/** Runs at build time only, once per prerendered page. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
	let outcome = status
	// Infinity keeps every finished boundary in place, so the page contains none of React's streaming runtime.
	const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
		progressiveChunkSize: Number.POSITIVE_INFINITY,
		onError(error) {
			outcome = 500
			console.error(error)
		},
	})
	headers.set('Content-Type', 'text/html; charset=utf-8')
	return new Response(withStyles(await new Response(prelude).text()), { headers, status: outcome })
}

/** The style element is outside React's tree. React 19 leaves an unknown <style> alone, even when it renders the head again. */
function withStyles(html: string): string {
	return html.replace('</head>', () => `<style>${css}</style></head>`)
}
