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
	useRevalidator,
	useRouteLoaderData,
} from 'react-router'

import { recordEarlyInput, replayEarlyInput } from '#app/lib/early-input.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { Button } from '#app/ui/button.tsx'
import { InlineScript } from '#app/ui/raw-html.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readPageFrame } from '#server/console/shell/read-page-frame.ts'

import { ConsoleFrame } from './frame.tsx'
import { createLoader, requireAuthorized, type ShownError } from './load.server.ts'
import { NonceContext } from './nonce.ts'
import { useFrameData } from './ui/page.tsx'
import { usePolling } from './ui/use-polling.ts'
import { visitContext } from './visit.ts'

/** Inline script that runs before the first paint. Its text never changes, and the CSP nonce allows it. */
const BOOT_SCRIPT = `${recordEarlyInput}try{var t=localStorage.getItem(${JSON.stringify(storageKeys.theme)});if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`

export const middleware: MiddlewareFunction<Response>[] = [requireAuthorized]

export async function loader(args: LoaderFunctionArgs) {
	const { given, nonce, failure = null } = args.context.get(visitContext)
	return given
		? { given, brandStyle: given.brandStyle, isScriptless: nonce === '' }
		: { ...(await createLoader(readPageFrame)(args)), failure }
}

/** `frame`: data of the frame, if there is one. `page`: data of a page without a session, otherwise null. */
function useRoot() {
	const root = useRouteLoaderData<typeof loader>('root')
	return { frame: useFrameData(), page: root && 'given' in root ? root : null }
}

export function Layout({ children }: { children: ReactNode }) {
	const nonce = use(NonceContext)
	const { frame, page } = useRoot()
	const brandStyle = (frame ?? page)?.brandStyle
	// In a microtask, so that the page's own effects have added their input listeners.
	useEffect(() => queueMicrotask(replayEarlyInput), [])
	return (
		// Space for the bars at the bottom, so that a field that gets focus is never under one.
		<html lang="en" className="scroll-pb-24 max-side:scroll-pb-44" suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				{page?.isScriptless !== true && <InlineScript code={BOOT_SCRIPT} nonce={nonce} />}
				<Meta />
				<link rel="icon" href="/favicon.svg" />
				<Links nonce={nonce} />
				{brandStyle && <link rel="stylesheet" href={brandStyle} />}
			</head>
			<body className="font-ui side:[--text-base:0.9375rem] side:[--text-sm:0.9375rem]">
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

/** True if the browser got no response; the error's text differs by browser. False for a script that couldn't be loaded. */
const isUnreachable = (error: unknown) =>
	error instanceof TypeError && /fetch|network|load failed/i.test(error.message) && !/module/i.test(error.message)

const UNREACHABLE = 'We can’t reach the server. Check your connection. This page loads by itself once the server can be reached.'

/** Shown for a page that couldn't be reached. Loads it as soon as the server can be reached again. */
function TryAgain() {
	const { revalidate, state } = useRevalidator()
	return (
		<p>
			<Button onClick={() => void revalidate()} pending={state !== 'idle'}>
				Try again
			</Button>
		</p>
	)
}

export function ErrorBoundary() {
	const error = useRouteError()
	const { frame, page } = useRoot()
	const isAnswer = isRouteErrorResponse(error)
	// Also refreshes a page whose revalidation failed while the connection was lost.
	usePolling(!isAnswer, { everyMs: AGAIN_MS })
	const known: unknown = isAnswer ? error.data : null
	const { message, link }: ShownError =
		typeof known === 'object' && known !== null && 'message' in known && typeof known.message === 'string'
			? (known as ShownError)
			: { message: isUnreachable(error) ? UNREACHABLE : 'This page couldn’t be shown. Try again in a moment.' }
	const title = (isAnswer && TITLES[error.status]) || (isUnreachable(error) ? 'No connection' : 'Something went wrong')
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
			{(!isAnswer || error.status >= 500) && <TryAgain />}
			{!page && (isAnswer || !frame) && (
				<p>
					<a href={consolePaths.today}>Go to Today</a>
				</p>
			)}
		</>
	)
	return frame ? <ConsoleFrame>{content}</ConsoleFrame> : <main className="page grid gap-4 py-12">{content}</main>
}
