import path from 'node:path'

import type { BenchOptions, Measurement } from './rig/measurement.ts'
import { waitUntilPacked } from './rig/read-pages.ts'
import { runServer } from './rig/run-server.ts'

/** `bytes`: size of the response as sent, usually compressed. */
type Answer = { text: string; bytes: number }
type Ask = (address: string) => Promise<Answer>

/** @throws Error for a status other than 200 */
function askOnce(origin: string): Ask {
	const known = new Map<string, Promise<Answer>>()
	const ask = async (address: string) => {
		const response = await fetch(origin + address, { headers: { 'accept-encoding': 'br' } })
		if (response.status !== 200) throw new Error(`${address}: ${response.status}`)
		return { bytes: Number(response.headers.get('content-length')), text: await response.text() }
	}
	return (address) => {
		const answer = known.get(address) ?? ask(address)
		known.set(address, answer)
		return answer
	}
}

const assetsIn = (text: string) => [...text.matchAll(/\/assets\/[\w.~-]+\.\w+/g)].map(([name]) => name)
/** Returns the names of the files that a script imports statically from its own folder. */
export const listStaticImports = (text: string) =>
	[...text.matchAll(/(?:from|import)\s*["']\.\/([\w.~-]+\.js)["']/g)].map(([, name = '']) => name)

const FONT_FACE = /@font-face\{[^}]*unicode-range:([^;}]+)[^}]*\}/g

function hasLetterOf(range: string, text: string): boolean {
	const spans = range.split(',').map((span) => span.trim().slice(2).split('-'))
	const letters = new RegExp(`[${spans.map(([from = '', to = from]) => `\\u{${from}}-\\u{${to}}`).join('')}]`, 'u')
	return letters.test(text)
}

/** Removes font faces whose characters the document doesn't contain, because browsers don't load them. */
function readDocument(html: string): string {
	const text = html.replace(/<(script|style)\b[^]*?<\/\1>|<[^>]*>|&#?\w+;/g, ' ')
	return html.replace(FONT_FACE, (face, range: string) => (hasLetterOf(range, text) ? face : ''))
}

/** Returns the sizes of all files that a page loads, by URL: those in the document, and the modules they import. */
async function weighFiles(page: string, ask: Ask): Promise<Map<string, number>> {
	const found = new Map<string, number>()
	const waiting = assetsIn(readDocument((await ask(page)).text))
	for (let file = waiting.pop(); file; file = waiting.pop()) {
		if (found.has(file)) continue
		const { text, bytes } = await ask(file)
		found.set(file, bytes)
		if (file.endsWith('.js')) waiting.push(...listStaticImports(text).map((name) => `/assets/${name}`))
	}
	return found
}

const kb = (bytes: number) => bytes / 1000

const sum = (files: ReadonlyMap<string, number>, ending = '') =>
	[...files].reduce((total, [file, bytes]) => (file.endsWith(ending) ? total + bytes : total), 0)

async function weighLessonPage(ask: Ask): Promise<Measurement> {
	const page = '/course/module1'
	const files = await weighFiles(page, ask)
	return {
		name: 'module 1: everything',
		value: kb((await ask(page)).bytes + sum(files)),
		unit: 'kB',
		note: `${files.size + 1} requests; a lesson's text comes from the API`,
	}
}

const within = (name: string, value: number, limit: number): Measurement => ({
	name,
	value,
	unit: 'kB',
	goal: `≤ ${limit} kB`,
	isMet: value <= limit,
})

async function weighHome(ask: Ask): Promise<Measurement[]> {
	const files = await weighFiles('/', ask)
	const html = (await ask('/')).bytes
	const requests = files.size + 1
	return [
		{
			...within('home: JavaScript, brotli', kb(sum(files, '.js')), 112),
			note: `${[...files.keys()].filter((file) => file.endsWith('.js')).length} files, all modules of the page`,
		},
		{ ...within('home: document with CSS, brotli', kb(html), 14) },
		{ ...within('home: fonts', kb(sum(files, '.woff2')), 15) },
		{ ...within('home: everything', kb(html + sum(files)), 168) },
		{ name: 'home: requests', value: requests, unit: '', goal: '≤ 13', isMet: requests <= 13 },
	]
}

/** Compares a page's size with the budget, after the server has compressed its pages as much as possible. */
export async function measurePageWeight({ port, workDir }: BenchOptions): Promise<Measurement[]> {
	const env = { DATA_DIR: path.join(workDir, 'weight'), LOG_LEVEL: 'error', NODE_ENV: 'production', SANDBOX: '1' }
	const server = await runServer({ command: [process.execPath, 'server/main.ts'], port, env, limitSeconds: 60 })
	try {
		await waitUntilPacked(server.origin)
		const ask = askOnce(server.origin)
		return [...(await weighHome(ask)), await weighLessonPage(ask)]
	} finally {
		await server.stop()
	}
}
