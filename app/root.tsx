import { use, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import {
	isRouteErrorResponse,
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	type ShouldRevalidateFunctionArgs,
	useMatches,
} from 'react-router'

import { contentContext, fromContent } from '#app/content.server.ts'
import { CookieBanner } from '#app/features/cookie-consent/cookie-banner.tsx'
import { replayEarlyInput } from '#app/lib/early-input.ts'
import { InlineScript } from '#app/ui/raw-html.tsx'
import { ServerPart } from '#app/ui/server-part.ts'
import { Toaster } from '#app/ui/toaster.tsx'

import type { Route } from './+types/root.ts'
import { bootScript } from './shell/boot-script.ts'
import { replayEarlyClicks } from './shell/early-clicks.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { Footer } from './shell/footer.tsx'
import { Header } from './shell/header.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { useFocusOnNavigation, usePendingRecords } from './shell/root-hooks.ts'
import { readSite } from './shell/site.server.ts'
import { useSite } from './shell/site.ts'

if (import.meta.env.DEV) void import('./app.css')

/** Pages of `npm run dev` come from Vite, without the server that provides a release. */
export const middleware: Route.MiddlewareFunction[] = import.meta.env.DEV
	? [
			async ({ context }) => {
				// oxlint-disable-next-line no-restricted-imports -- development shows the files as they are now
				const { loadEdited } = await import('#content/loaded.server.ts')
				context.set(contentContext, loadEdited())
			},
		]
	: []

export const loader = fromContent(readSite)

/** Reloads on each navigation, so that a page never mixes texts from two releases. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.pathname !== nextUrl.pathname

export const links: Route.LinksFunction = () => [
	{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
	{ rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
	{ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
	{ rel: 'manifest', href: '/site.webmanifest' },
]

/** True for a route whose `handle` is `{ static: true }`: it is rendered without scripts and never hydrates (the 404 page). */
const isStatic = (match: { handle?: unknown }) =>
	typeof match.handle === 'object' && match.handle !== null && 'static' in match.handle && match.handle.static === true

export function Layout({ children }: { children: ReactNode }) {
	const isAlive = useSyncExternalStore(
		() => () => undefined,
		() => true,
		() => false,
	)
	const { courseOrder, projectModule } = useSite()
	const { firstScript, title, main } = use(ServerPart)
	// A page with a form's outcome has the URL to which the form was posted, where hydration would render another page.
	const hydrates = (!useMatches().some(isStatic) && !title) || isAlive
	// After the second render: the handlers of the first one lack browser-only state. And after React's effects, which may still reset
	// changed fields.
	useEffect(() => {
		if (!isAlive) return
		queueMicrotask(() => {
			replayEarlyInput()
			void replayEarlyClicks()
		})
	}, [isAlive])
	return (
		<html lang="en" data-modules={courseOrder.join(' ')} data-project-module={projectModule ?? undefined} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="theme-color" content="#f7f0e1" media="(prefers-color-scheme: light)" />
				<meta name="theme-color" content="#141a2a" media="(prefers-color-scheme: dark)" />
				{firstScript}
				<InlineScript code={bootScript} />
				{title ? <title>{title}</title> : <Meta />}
				<Links />
				<noscript>
					{/* In the first layer: of rules with !important, the earliest layer's wins, and the reset hides the panels with
					    such a rule. */}
					<style>{`@layer theme{[role=tabpanel][hidden]{display:block!important}}`}</style>
				</noscript>
			</head>
			<body>
				<a href="#main" className="skip-link screen-only">
					Skip to content
				</a>
				<Header />
				<main id="main" tabIndex={-1}>
					{main ?? children}
				</main>
				<Footer hasThemeToggle={hydrates} />
				<CookieBanner />
				{hydrates && (
					<>
						<Toaster />
						<ScrollRestoration />
						<Scripts />
					</>
				)}
			</body>
		</html>
	)
}

export default function Root() {
	useFocusOnNavigation()
	usePendingRecords()
	return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
	return <ErrorPage error={error} />
}
