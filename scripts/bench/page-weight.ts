import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { root } from '#scripts/run-command.ts'

import type { Measurement } from './rig/measurement.ts'

const client = path.join(root, 'build', 'client')

/** Bytes sent for a file: of the brotli copy where the server has one. */
function wireBytes(file: string): number {
	const packed = `${client}${file}.br`
	return statSync(existsSync(packed) ? packed : `${client}${file}`).size
}

const assetsIn = (text: string) => [...text.matchAll(/\/assets\/[\w.~-]+\.\w+/g)].map(([name]) => name)
const importsIn = (text: string) => [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.~-]+\.js)["']/g)].map(([, name]) => `/assets/${name}`)

const FONT_FACE = /@font-face\{[^}]*unicode-range:([^;}]+)[^}]*\}/g

/** Whether a text has a letter of a `unicode-range`. */
function hasLetterOf(range: string, text: string): boolean {
	const spans = range.split(',').map((span) => span.trim().slice(2).split('-'))
	const letters = new RegExp(`[${spans.map(([from = '', to = from]) => `\\u{${from}}-\\u{${to}}`).join('')}]`, 'u')
	return letters.test(text)
}

/** The document as far as a browser loads what it names: without fonts that none of its letters needs. */
function readDocument(page: string): string {
	const html = readFileSync(`${client}${page}`, 'utf8')
	const text = html.replace(/<(script|style)\b[^]*?<\/\1>|<[^>]*>|&#?\w+;/g, ' ')
	return html.replace(FONT_FACE, (face, range: string) => (hasLetterOf(range, text) ? face : ''))
}

/** Every file that a page makes a browser load: named in the document, or imported by a module that is. */
function filesOf(page: string): Set<string> {
	const found = new Set<string>()
	const waiting = assetsIn(readDocument(page))
	for (let file = waiting.pop(); file; file = waiting.pop()) {
		if (found.has(file) || !existsSync(`${client}${file}`)) continue
		found.add(file)
		if (file.endsWith('.js')) waiting.push(...importsIn(readFileSync(`${client}${file}`, 'utf8')))
	}
	return found
}

const kb = (bytes: number) => bytes / 1000

/** A page of the course, which has no budget: document and everything it loads. */
function weighLessonPage(): Measurement {
	const page = '/course/module1/index.html'
	const files = [...filesOf(page)]
	const total = kb(wireBytes(page) + files.reduce((sum, file) => sum + wireBytes(file), 0))
	return {
		name: 'module 1: everything',
		value: total,
		unit: 'kB',
		note: `${files.length + 1} requests; a lesson's text comes from the API`,
	}
}

/** Bytes of `/` on the wire against the budget, counted in the built files: JavaScript, document, all requests. */
export async function measurePageWeight(): Promise<Measurement[]> {
	const files = [...filesOf('/index.html')]
	const sum = (chosen: readonly string[]) => kb(chosen.reduce((total, file) => total + wireBytes(file), 0))
	const scripts = sum(files.filter((file) => file.endsWith('.js')))
	const fonts = sum(files.filter((file) => file.endsWith('.woff2')))
	const html = kb(wireBytes('/index.html'))
	const total = html + sum(files)
	const within = (name: string, value: number, limit: number): Measurement => ({
		name,
		value,
		unit: 'kB',
		goal: `≤ ${limit} kB`,
		isMet: value <= limit,
	})
	return [
		{
			...within('home: JavaScript, brotli', scripts, 108),
			note: `${files.filter((file) => file.endsWith('.js')).length} files, all modules of the page`,
		},
		{ ...within('home: document with CSS, brotli', html, 14) },
		{ ...within('home: fonts', fonts, 15) },
		{ ...within('home: everything', total, 160) },
		{ name: 'home: requests', value: files.length + 1, unit: '', goal: '≤ 12', isMet: files.length + 1 <= 12 },
		weighLessonPage(),
	]
}
