import './admin.css'
import { type ReactNode, use, useEffect } from 'react'
import {
	isRouteErrorResponse,
	Links,
	type LoaderFunctionArgs,
	Meta,
	type MiddlewareFunction,
	Outlet,
	Scripts,
	ScrollRestoration,
	useRouteError,
	useRouteLoaderData,
} from 'react-router'

import { replayEarlyInput } from '#app/lib/early-input.ts'
import { readPageFrame } from '#server/console/shell/read-shared.ts'

import { BootScript } from './boot-script.tsx'
import { ConsoleFrame } from './frame.tsx'
import { createLoader, requireAuthorized, type ShownError } from './load.server.ts'
import { NonceContext } from './nonce.ts'
import { usePolling } from './ui/use-polling.ts'
import { visitContext } from './visit.ts'

export const middleware: MiddlewareFunction<Response>[] = [requireAuthorized]

export async function loader(args: LoaderFunctionArgs) {
	const { given, nonce, failure = null } = args.context.get(visitContext)
	return given
		? { given, brandStyle: given.brandStyle, isScriptless: nonce === '' }
		: { ...(await createLoader(readPageFrame)(args)), failure }
}

/** Data of the root loader; undefined if it failed. `page`: data of a page without a session, otherwise null. */
function useRoot() {
	const root = useRouteLoaderData<typeof loader>('root')
	return { root, page: root && 'given' in root ? root : null }
}

export function Layout({ children }: { children: ReactNode }) {
	const nonce = use(NonceContext)
	const { root, page } = useRoot()
	// In a microtask, so that the page's own effects have added their input listeners.
	useEffect(() => queueMicrotask(replayEarlyInput), [])
	return (
		// Space for the bars at the bottom, so that a field that gets focus is never under one.
		<html lang="en" className="scroll-pb-24 max-side:scroll-pb-44" suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				{page?.isScriptless !== true && <BootScript nonce={nonce} />}
				<Meta />
				<link rel="icon" href="/favicon.svg" />
				<Links nonce={nonce} />
				{root && <link rel="stylesheet" href={root.brandStyle} />}
			</head>
			<body className="font-ui side:[--text-base:0.9375rem]">
				{children}
				{!page && (
					<>
						<ScrollRestoration nonce={nonce} storageKey="launchway_console_scroll" />
						<Scripts nonce={nonce} />
					</>
				)}
			</body>
		</html>
	)
}

export default function Root() {
	const content = <Outlet />
	return useRoot().page ? content : <ConsoleFrame>{content}</ConsoleFrame>
}

const AGAIN_MS = 4000

const TITLES: Readonly<Record<number, string>> = { 403: 'Not allowed', 404: 'Page not found' }

export function ErrorBoundary() {
	const error = useRouteError()
	const { root, page } = useRoot()
	// Also refreshes a page whose revalidation failed while the connection was lost.
	usePolling(!isRouteErrorResponse(error), { everyMs: AGAIN_MS })
	const known: unknown = isRouteErrorResponse(error) ? error.data : null
	const { message, link }: ShownError =
		typeof known === 'object' && known !== null && 'message' in known && typeof known.message === 'string'
			? (known as ShownError)
			: { message: 'This page couldn’t be loaded. Check your connection and try again.' }
	const title = (isRouteErrorResponse(error) && TITLES[error.status]) || 'Something went wrong'
	const content = (
		<>
			<title>{title}</title>
			<h1>{title}</h1>
			<p role="alert" className="callout" data-tone="danger">
				{message}
			</p>
			{link && (
				<p>
					<a href={link.href}>{link.label}</a>
				</p>
			)}
			{!page && (
				<p>
					<a href="/admin/today">Go to Today</a>
				</p>
			)}
		</>
	)
	return root && !page ? <ConsoleFrame>{content}</ConsoleFrame> : <main className="page grid gap-4 py-12">{content}</main>
}
