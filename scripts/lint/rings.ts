import type { OxlintOverride } from 'oxlint'

import { BANNED_EVERYWHERE, ring, RULES, TEST_FILES, WORDS } from './ring.ts'
import { webRings } from './web-rings.ts'

const NODE = ['node:*', 'node:*/**']
const PORTS = ['#server/adapters/*/port.ts']
/** Imports allowed in every ring of the server: errors, log and configuration. */
const KERNEL = ['#server/kernel/**', '#server/config/**']
const CONTEXT = '#server/services/context.ts'
const MARKDOWN = ['yaml', 'unified', 'remark-*', 'rehype-*', 'hast*', 'mdast*', 'unist*']

/** Areas of the services, from bottom to top: each may call those before it, but not those after it (docs/architecture.md). */
export const SERVICE_AREAS = ['platform', 'messaging', 'identity', 'learning', 'commerce', 'people', 'operations']
const USE_CASE_LIBRARIES = ['kysely', 'kysely/**', 'jose', '@node-rs/argon2', 'yazl', 'zod']

const serverRings = [
	ring({
		files: ['server/kernel/**'],
		mayImport: ['piscina', ...NODE],
		hint: 'server/kernel is the base of the whole server: it imports nothing of ours.',
	}),
	ring({
		files: ['server/config/**'],
		mayImport: [...WORDS, '#content/site.json', ...KERNEL, ...PORTS, 'zod', 'libphonenumber-js/**', ...NODE],
		hint: 'Configuration comes from the environment; it may import only rules and the name of the site.',
	}),
	ring({
		files: ['server/main.ts', 'server/process/**'],
		anyPackage: true,
		mayImport: [...WORDS, '#content/**', '#server/**'],
		hint: 'The server never imports the browser ring or the tests.',
	}),
	ring({
		files: ['server/process/app.ts'],
		mayImport: [...WORDS, '#content/**', CONTEXT, '#server/http/**', ...KERNEL, 'hono', 'hono/**'],
		hint: 'app.ts mounts routes: only deps.ts chooses adapters, and a service is called by its route.',
	}),
	ring({ files: ['server/*.ts'], except: ['server/main.ts'], mayImport: [], hint: 'Only main.ts belongs here: use a folder.' }),
	ring({
		files: ['server/services/*.ts'],
		mayImport: [...RULES, '#contracts/given-part.ts', '#server/db/**', ...KERNEL, ...PORTS, '#server/services/messaging/message-budget/**'],
		typesOnly: '#content/',
		hint: 'The context names ports and types; it imports no use case.',
	}),
	...SERVICE_AREAS.map((area, index) =>
		ring({
			files: [`server/services/${area}/**`],
			mayImport: [
				...WORDS,
				'#content/**',
				CONTEXT,
				...SERVICE_AREAS.slice(0, index + 1).map((lower) => `#server/services/${lower}/**`),
				'#server/db/**',
				...KERNEL,
				...PORTS,
				...USE_CASE_LIBRARIES,
				...NODE,
			],
			hint: `A use case may import rules, ports and the database: no HTTP, no vendor code. ${area} may call ${SERVICE_AREAS.slice(0, index).join(', ') || 'no other area'}.`,
		}),
	),
	ring({
		files: ['server/http/**'],
		mayImport: [...WORDS, '#server/services/**', '#server/http/**', ...KERNEL, 'hono', 'hono/**', 'zod', 'rate-limiter-flexible', ...NODE],
		hint: 'server/http is parse → one service call → present: no SQL, no rules, no vendor.',
	}),
	ring({
		files: ['server/pages/**'],
		mayImport: [
			...WORDS,
			'#content/**',
			CONTEXT,
			'#server/pages/**',
			'#server/http/**',
			'#server/adapters/documents/document-threads.ts',
			...KERNEL,
			'@resvg/resvg-wasm',
			'fontkit',
			'sharp',
			...NODE,
		],
		hint: 'The pages of a release depend only on its content and the built app.',
	}),
	ring({
		files: ['server/http/sandbox/**'],
		mayImport: [...WORDS, '#content/site.json', CONTEXT, '#server/sandbox/**', '#server/http/**', ...KERNEL, 'hono', 'hono/**', ...NODE],
		hint: 'Sandbox pages show the simulated service and nothing of the shop.',
	}),
	ring({
		files: ['server/plugins/*/**'],
		anyPackage: true,
		mayImport: [
			...WORDS,
			'#content/**',
			'#server/plugins/plugin.ts',
			'#server/http/**',
			'#server/services/**',
			'#server/adapters/network/**',
			'#server/db/**',
			...KERNEL,
			...PORTS,
		],
		hint: 'A plugin may import the rest of the server but no other plugin; only process/plugins.ts imports plugins.',
	}),
	ring({
		files: ['server/console/**'],
		mayImport: [
			...WORDS,
			'#content/**',
			'#server/console/**',
			'#server/plugins/plugin.ts',
			'#server/http/**',
			'#server/services/**',
			'#server/db/**',
			...KERNEL,
			'@fastify/busboy',
			'diff',
			'hono',
			'hono/**',
			'kysely',
			'sharp',
			'subset-font',
			'zod',
			...NODE,
		],
		hint: 'The console reads the database and calls services; only process/plugins.ts and its commands import it.',
	}),
	ring({
		files: ['server/plugins/plugin.ts'],
		mayImport: ['#server/http/**', CONTEXT, ...KERNEL, 'hono', 'zod'],
		hint: 'The plugin interface; it imports no plugin.',
	}),
	ring({
		files: ['server/adapters/**'],
		anyPackage: true,
		mayImport: [
			...RULES,
			'#server/adapters/**',
			'#server/sandbox/**',
			'#server/db/backup/open-bucket.ts',
			'#server/db/database.ts',
			'#server/db/database.ts',
			'#server/db/row-types.ts',
			...KERNEL,
		],
		hint: 'An adapter talks to one vendor and imports only domain/.',
	}),
	ring({
		files: ['server/sandbox/**'],
		mayImport: [...RULES, '#server/sandbox/**', '#server/db/**', ...KERNEL, ...PORTS, 'kysely', 'kysely/**', 'hono', 'stripe', ...NODE],
		hint: 'A sandbox behaves like an external service: it uses its own tables and none of our services.',
	}),
	ring({
		files: ['server/jobs/**'],
		mayImport: [
			...RULES,
			'#server/services/**',
			'#server/sandbox/**',
			'#server/jobs/**',
			'#server/adapters/jobs/**',
			'#server/db/**',
			...KERNEL,
			...PORTS,
			'pg-boss',
			...NODE,
		],
		hint: 'A job calls one service.',
	}),
	ring({
		files: ['server/db/**'],
		mayImport: [...RULES, '#server/db/**', ...KERNEL, 'pg', 'pg/**', 'pg-copy-streams', 'kysely', 'kysely/**', ...NODE],
		hint: 'server/db handles the database and imports nothing of the product.',
	}),
	ring({
		files: ['server/db/backup/**'],
		mayImport: ['#server/db/**', 'pg', 'age-encryption', 'modern-tar', 'modern-tar/fs', 's3mini', ...NODE],
		hint: 'Backups handle the database, archive formats and backup locations.',
	}),
	ring({
		files: ['server/db/archive/**'],
		mayImport: ['#server/db/**', 'pg', 'pg-copy-streams', 'csv-parse', 'yauzl', 'yazl', 'zod', ...NODE],
		hint: 'An archive handles tables and files; the caller decides which.',
	}),
]

/** Later entries win, so specific rings come after general ones. */
export const rings: OxlintOverride[] = [
	{
		files: ['**'],
		rules: {
			'no-restricted-imports': ['error', { patterns: [...BANNED_EVERYWHERE, { group: ['#tests/**'], message: 'Nothing imports tests.' }] }],
		},
	},
	{
		files: TEST_FILES,
		rules: {
			'no-restricted-imports': [
				'error',
				{
					paths: [
						{
							name: 'vitest',
							importNames: ['describe', 'it', 'beforeEach'],
							message: 'Use flat test(…) calls, each with its own setup.',
						},
					],
					patterns: BANNED_EVERYWHERE,
				},
			],
		},
	},
	ring({ files: ['domain/**'], mayImport: RULES, hint: 'domain/ is pure: it imports domain/ and nothing else, no package either.' }),
	ring({ files: ['contracts/**'], mayImport: [...WORDS, 'zod', 'zod/**'], hint: 'contracts/ imports domain/, contracts/ and Zod.' }),
	ring({
		files: ['content/**'],
		mayImport: [...RULES, '#content/**', 'zod', 'zod/**', ...MARKDOWN, ...NODE],
		hint: 'content/ imports domain/, content/, Zod and the Markdown pipeline.',
	}),
	ring({
		files: ['content/check/**'],
		mayImport: [...WORDS, '#content/**', 'zod', 'zod/**', ...MARKDOWN, ...NODE],
		hint: 'content/check may also import contracts/, because links must lead to pages.',
	}),
	ring({
		files: ['content/read-font.ts'],
		mayImport: ['fontkit', 'node:module', 'node:zlib'],
		hint: 'The only file in content/ that reads fonts.',
	}),
	...webRings,
	...serverRings,
]
