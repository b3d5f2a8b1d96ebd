import { ring, WORDS } from './ring.ts'

const PARTS = ['#app/assets/**', '#app/ui/**', '#app/lib/**']
const APP = ['#content/**', ...PARTS, '#app/second-factor/**', '#app/features/**', '#app/shell/**']
const BROWSER_LIBRARIES = [
	'react',
	'react/**',
	'react-dom',
	'react-dom/**',
	'react-router',
	'react-router/**',
	'@tanstack/react-query',
	'@noble/hashes/sha2.js',
	'@supabase/auth-js',
	'zod/mini',
]

export const webRings = [
	ring({
		files: ['app/ui/**', 'app/lib/**'],
		mayImport: [...WORDS, ...PARTS, ...BROWSER_LIBRARIES],
		typesOnly: '#content/',
		hint: 'app/ui and app/lib import no feature, route or server code.',
	}),
	ring({
		files: ['app/second-factor/**'],
		mayImport: [...WORDS, ...PARTS, ...BROWSER_LIBRARIES],
		hint: 'app/second-factor serves every feature and imports none.',
	}),
	ring({
		files: ['app/features/**'],
		mayImport: [...WORDS, ...PARTS, '#app/second-factor/**', ...BROWSER_LIBRARIES],
		typesOnly: '#content/',
		hint: 'A feature may import its own folder (./), app/ui, app/lib and the lower rings. Routes combine features.',
	}),
	ring({
		files: ['app/shell/**'],
		mayImport: [...WORDS, ...APP, ...BROWSER_LIBRARIES],
		hint: 'The shell places features around the routes, and reaches the server only over HTTP.',
	}),
	ring({
		files: ['app/admin/**'],
		mayImport: [
			...WORDS,
			...PARTS,
			'#app/admin/**',
			'#app/styles/*.css?url',
			'#server/**',
			...BROWSER_LIBRARIES,
			'@react-router/**',
			'@dnd-kit/**',
			'cmdk',
			'pdfjs-dist',
			'pdfjs-dist/**',
			'@tiptap/**',
			'unified',
			'remark-*',
		],
		hint: 'The console shows what a loader has read: only loaders and types come from the server (app/admin/README.md).',
	}),
	ring({
		files: ['app/routes/**', 'app/*.ts', 'app/*.tsx'],
		mayImport: [
			...WORDS,
			...APP,
			'#app/content.server.ts',
			'#app/form-action.server.ts',
			'#app/styles/*.css?url',
			...BROWSER_LIBRARIES,
			'@react-router/**',
		],
		hint: 'A route combines features, and reaches the server only over HTTP.',
	}),
]
