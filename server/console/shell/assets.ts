import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { places } from './places.ts'

function readAsset(file: string, path: string, type: string) {
	const text = readFileSync(new URL(file, import.meta.url), 'utf8')
	return { path, text, type, href: `${path}?v=${createHash('sha256').update(text).digest('base64url').slice(0, 10)}` }
}

/** Style and script of the console; no page of the site loads them. */
export const assets = {
	style: readAsset('./console.css', places.style, 'text/css; charset=utf-8'),
	script: readAsset('./console.js', places.script, 'text/javascript; charset=utf-8'),
}
