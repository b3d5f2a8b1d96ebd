import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

// oxlint-disable-next-line no-restricted-imports -- read once; goes with the console's own style sheet
import { content } from '#content/loaded.server.ts'
import type { BrandTheme } from '#content/schema/brand.ts'

import { places } from './places.ts'

const { brand } = content

function readAsset(file: string, path: string, { type, before = '' }: { type: string; before?: string }) {
	const text = before + readFileSync(new URL(file, import.meta.url), 'utf8')
	return { path, text, type, href: `${path}?v=${createHash('sha256').update(text).digest('base64url').slice(0, 10)}` }
}

const colorsOf = ({ accentInk, onAccent }: BrandTheme) => `:root { --accent: ${accentInk}; --on-accent: ${onAccent} }`

/** Those of the brand; all others are in the style sheet. */
const COLORS = `${colorsOf(brand.day)}\n@media (prefers-color-scheme: dark) { ${colorsOf(brand.night)} }\n`

/** Style and script of the console; no page of the site loads them. */
export const assets = {
	style: readAsset('./console.css', places.style, { type: 'text/css; charset=utf-8', before: COLORS }),
	script: readAsset('./console.js', places.script, { type: 'text/javascript; charset=utf-8' }),
}
