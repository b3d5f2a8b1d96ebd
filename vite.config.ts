import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { defineConfig, type Plugin } from 'vite'

import { courseFolder, describeOrder } from './content/files/course-folder.server.ts'
import { contentDir, contentFolder, findEdited } from './content/files/overlay.server.ts'
import { listFurtherOffers } from './content/files/page-lists.server.ts'

// Bundled for the build, the readers of the course are no longer beside it.
process.env.COURSE_DIR = courseFolder
process.env.CONTENT_DIR = contentDir

const CONTENT = /\.(?:json|md|svg)$/

/** The path of a content file below its folder, or null. */
const inContent = (file: string) =>
	file.startsWith(`${contentFolder}/`) && CONTENT.test(file) ? file.slice(contentFolder.length + 1) : null

/** The content files whose words stand in the bundles. */
const baked = new Set<string>()

/** What an operator has edited stands in place of the file that the site comes with. */
const readEdited: Plugin = {
	name: 'read-edited',
	enforce: 'pre',
	load(id) {
		const [file = '', query] = id.split('?')
		const name = inContent(file)
		if (name === null) return null
		baked.add(name)
		const edited = findEdited(name)
		if (edited === null) return null
		const text = readFileSync(edited, 'utf8')
		return query === 'raw' ? `export default ${JSON.stringify(text)}` : text
	},
}

const LIVE = '\0live-content:'

/**
 * The bundle that draws the pages reads content when it runs, below the folder that it is started in, so that it draws pages of
 * other edits as well; `baked.json` names the files that need new bundles (scripts/build.mjs).
 */
const readLive: Plugin = {
	name: 'read-live',
	enforce: 'pre',
	apply: 'build',
	applyToEnvironment: ({ name }) => name === 'ssr',
	async resolveId(source, importer, options) {
		const [file = '', query = ''] = source.split('?')
		const found = CONTENT.test(file) && (await this.resolve(file, importer, { ...options, skipSelf: true }))
		const name = found ? inContent(found.id) : null
		return name === null ? null : `${LIVE}${query}:${name}:`
	},
	load(id) {
		if (!id.startsWith(LIVE)) return null
		const [query, name] = id.slice(LIVE.length).split(':')
		const code = `import { existsSync, readFileSync } from 'node:fs'
			const edited = process.env.CONTENT_DIR + ${JSON.stringify(`/${name}`)}
			const text = readFileSync(existsSync(edited) ? edited : ${JSON.stringify(`content/${name}`)}, 'utf8')
			export default ${query === 'raw' ? 'text' : 'JSON.parse(text)'}`
		return { code, moduleSideEffects: false }
	},
	writeBundle() {
		writeFileSync(`${process.env.BUILD_DIR ?? 'build'}/baked.json`, JSON.stringify([...baked].toSorted()))
	},
}

/** Content is loaded from files that Vite does not know: an edit of one restarts the development server. */
const reloadContent: Plugin = {
	name: 'reload-content',
	configureServer(server) {
		const folders = [contentFolder, courseFolder, contentDir]
		server.watcher.add(folders)
		server.watcher.on('all', (_, path) => {
			if (CONTENT.test(path) && folders.some((folder) => path.startsWith(folder))) void server.restart()
		})
	},
}

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
// A GET of these is a page of the site, a POST is a form that the server handles.
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

const siteUrl = (process.env.GOTRUE_SITE_URL ?? '').replace(/\/+$/, '')

export default defineConfig({
	define: {
		'import.meta.env.VITE_SITE_URL': JSON.stringify(siteUrl),
		__COURSE__: JSON.stringify(describeOrder()),
		__SEVERAL_OFFERS__: JSON.stringify(listFurtherOffers().length > 0),
	},
	plugins: [readEdited, readLive, tailwindcss(), reactRouter(), reloadContent],
	server: {
		proxy: {
			...Object.fromEntries(serverSurfaces.map((prefix) => [prefix, { target: apiOrigin, changeOrigin: false }])),
			...Object.fromEntries(formPaths.map((path) => [path, { target: apiOrigin, changeOrigin: false, bypass: keepPages }])),
		},
	},
	// A font in the sheet would be loaded by pages that show none of its letters.
	build: {
		target: 'es2022',
		modulePreload: { polyfill: false },
		assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
	},
	environments: {
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
									test: /app[\\/](shell[\\/](?!pending-records)|features[\\/](cookie-consent|social-proof[\\/](testimonial|claim))|ui[\\/](toast|button|icon|spinner|badge|numbered-section|art|emoji-drawing))|contracts[\\/]format-day/,
									priority: 6,
								},
								// A manifest names every chunk once for each page, and the home page includes it too. A group also takes what it
								// needs and no earlier group has, so code that many pages share comes first.
								{
									name: 'session',
									test: /app[\\/](lib[\\/](own-api|backend|ended-session|use-ended-session)|features[\\/](session[\\/]use-session|progress[\\/]use-hydrated))|preload-helper/,
									priority: 5,
								},
								// What pages without a form need of one.
								{ name: 'field', test: /app[\\/](ui[\\/](field|describe-field|callout|checked-list)|lib[\\/]new-id)/, priority: 4 },
								{
									name: 'form',
									test: /app[\\/](ui[\\/](password-field|dialog|honeypot)|lib[\\/](use-form|form\.))|domain[\\/]email[\\/]email-address/,
									priority: 4,
								},
								{
									name: 'download',
									test: /app[\\/](lib[\\/](download-file|download-text|save-download|describe-download-failure)|routes[\\/]learning[\\/]start-guide)/,
									priority: 3,
								},
								// What progress and signing in both need, so that a lesson loads no code of a sign-in.
								{ name: 'learner', test: /app[\\/](lib[\\/](stored-user|call-function|kept-names)|second-factor[\\/]watch)/, priority: 3 },
								{
									name: 'account',
									test: /app[\\/]lib[\\/](auth-refusal|auth-calls|call-auth|with-captcha|next-path|api-outcome)/,
									priority: 2,
								},
								{
									name: 'sign-in',
									test: /app[\\/](second-factor|lib[\\/](locked-out|use-web-otp|sign-in-ways|use-sign-in-ways|passkey-calls)|features[\\/]sign-in[\\/](account-frame|code-entry|mail-sent|new-link|passkey|second-factor|sign-in|request-mail))/,
									priority: 1,
								},
								{
									name: 'sync',
									test: /app[\\/](lib[\\/](records[\\/]|shared-record)|features[\\/]progress[\\/])/,
									priority: 0,
								},
								{ name: 'controls', test: /app[\\/]ui[\\/](slider|tabs|move-tab|choice|progress-bar)/, priority: 0 },
								// Small parts that most pages of the course share: one request instead of five.
								{
									name: 'work',
									test: /app[\\/](lib[\\/](piece-words|kept-modules)|features[\\/]module[\\/]next-ten|features[\\/](lesson[\\/](waiting-checks|lesson-api)|exercises[\\/](exercises-store|use-exercises|say-kept|entered)|recall[\\/](recall-store|use-recall|question-store|recall-card|say-return)|notes[\\/](notes-store|use-notes|note-text|format-moment)))|domain[\\/](exercises[\\/](filled|merge|edit)|notes|recall[\\/]remembered|progress[\\/]measure-course)/,
									priority: 0,
								},
							],
						},
					},
				},
			},
		},
	},
})
