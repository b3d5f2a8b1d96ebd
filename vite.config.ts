import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import type { IncomingMessage } from 'node:http'
import { defineConfig } from 'vite'

/** The server's own modules: Node loads them natively, so that the bundle contains no second copy. */
const NATIVE = /^#(?:domain|contracts|content)\//

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'
const serverSurfaces = [
	'/api',
	'/auth/v1',
	'/rest/v1',
	'/functions/v1',
	'/webhooks',
	'/sandbox',
	'/dev',
	'/admin',
	'/.well-known',
	'^/certificates/[^/]+/.+',
]
// A GET of these is a page of the site, a POST is a form handled by the server.
const formPaths = [
	'/newsletter',
	'/unsubscribe',
	'/contact',
	'/careers',
	'/early-access',
	'/feedback',
	'/signup',
	'/login',
	'/reset-password',
	'/privacy-request',
	'/checkout',
]
const keepPages = (request: IncomingMessage) => (request.method === 'POST' ? undefined : request.url)

export default defineConfig(({ command }) => ({
	plugins: [tailwindcss(), reactRouter()],
	server: {
		proxy: {
			...Object.fromEntries(serverSurfaces.map((prefix) => [prefix, { target: apiOrigin, changeOrigin: false }])),
			...Object.fromEntries(formPaths.map((path) => [path, { target: apiOrigin, changeOrigin: false, bypass: keepPages }])),
		},
	},
	// Fonts in the style sheet would be loaded even by pages without their letters.
	build: {
		target: 'es2022',
		modulePreload: { polyfill: false },
		assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
	},
	environments: {
		// With `npm run dev`, Node loads packages itself.
		...(command === 'build' && {
			ssr: {
				define: { 'process.env.NODE_ENV': '"production"' },
				resolve: { noExternal: true },
				build: { target: 'node24', rolldownOptions: { external: NATIVE } },
			},
		}),
		client: {
			build: {
				rolldownOptions: {
					output: {
						codeSplitting: {
							groups: [
								{
									name: 'vendor',
									test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser|turbo-stream)[\\/]/,
									priority: 7,
								},
								{
									name: 'shell',
									test: /app[\\/](shell[\\/](?!pending-records)|features[\\/](cookie-consent|social-proof[\\/](testimonial|claim))|ui[\\/](toast|server-part|button|icon|spinner|badge|numbered-section|art|emoji-drawing))|contracts[\\/]format-day/,
									priority: 6,
								},
								// The manifest lists every chunk once per page, and is part of the home page. A group also includes
								// dependencies that no earlier group has, so code shared by many pages comes first.
								{
									name: 'session',
									test: /app[\\/](lib[\\/](own-api|backend|ended-session|use-hydrated))|preload-helper/,
									priority: 5,
								},
								// Form code, on pages without a form.
								{ name: 'field', test: /app[\\/](ui[\\/](field|describe-field|callout|checked-list)|lib[\\/]new-id)/, priority: 4 },
								{
									name: 'form',
									test: /app[\\/](ui[\\/](password-field|dialog|honeypot)|lib[\\/](use-form|form\.))|domain[\\/]email[\\/]email-address/,
									priority: 4,
								},
								{
									name: 'download',
									test: /app[\\/](lib[\\/](download-file|save-download))/,
									priority: 3,
								},
								// Code shared by progress and sign-in, so that a lesson loads no sign-in code.
								{ name: 'learner', test: /app[\\/](lib[\\/](stored-user|call-function|kept-names)|second-factor[\\/]watch)/, priority: 3 },
								{
									name: 'account',
									test: /app[\\/]lib[\\/](auth-refusal|auth-calls|call-auth|with-captcha|next-path|api-outcome)/,
									priority: 2,
								},
								{
									name: 'sign-in',
									test: /app[\\/](second-factor|lib[\\/](locked-out|use-web-otp|sign-in-ways|passkey-calls)|features[\\/]sign-in[\\/](account-frame|code-entry|mail-sent|new-link|passkey|second-factor|sign-in))/,
									priority: 1,
								},
								{
									name: 'sync',
									test: /app[\\/](lib[\\/](records[\\/]|shared-record)|features[\\/]progress[\\/])/,
									priority: 0,
								},
								{ name: 'controls', test: /app[\\/]ui[\\/](slider|tabs|move-tab|choice|progress-bar)/, priority: 0 },
								// Small modules used by most course pages: one request instead of five.
								{
									name: 'work',
									test: /app[\\/](lib[\\/](piece-words|kept-modules)|features[\\/]module[\\/]next-ten|features[\\/](lesson[\\/](waiting-checks|lesson-api)|exercises[\\/](exercises-store|use-exercises|entered)|recall[\\/](recall-store|use-recall|question-store|recall-card)|notes[\\/](notes-store|use-notes|note-text)))|domain[\\/](exercises[\\/](filled|merge|edit)|notes|recall[\\/]remembered|progress[\\/]measure-course)/,
									priority: 0,
								},
							],
						},
					},
				},
			},
		},
	},
}))
