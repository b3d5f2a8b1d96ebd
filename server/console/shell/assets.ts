import type { Hono } from 'hono'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

// oxlint-disable-next-line no-restricted-imports -- read once; goes with the console's own style sheet
import { content } from '#content/loaded.server.ts'
import type { BrandTheme } from '#content/schema/brand.ts'
import { matchEncoding } from '#server/http/accept-encoding.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { keptAs } from '#server/http/security-headers.ts'

import { places } from './places.ts'
import { BUILD_DIR } from './react-app.ts'

const { brand } = content

const YEAR = 'public, max-age=31536000, immutable'

const readOwn = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

function toAsset(text: string, address: string, type: string) {
	return { path: address, text, type, href: `${address}?v=${createHash('sha256').update(text).digest('base64url').slice(0, 10)}` }
}

const colorsOf = ({ accent, accentHover, accentInk, onAccent }: BrandTheme) =>
	`--accent: ${accent}; --accent-hover: ${accentHover}; --accent-ink: ${accentInk}; --on-accent: ${onAccent}`

/** Colors of the brand; all others are in the style sheets. The pages that are not React yet color their buttons with the ink. */
const COLORS = `:root { ${colorsOf(brand.day)} }
@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${colorsOf(brand.night)} } }
:root[data-theme='dark'] { ${colorsOf(brand.night)} }
`

const CSS = 'text/css; charset=utf-8'

/** Style and script of the pages that are not React yet, and the brand's colors for all; no page of the site loads them. */
export const assets = {
	style: toAsset(COLORS + readOwn('./console.css'), places.style, CSS),
	script: toAsset(readOwn('./console.js'), places.script, 'text/javascript; charset=utf-8'),
	brand: toAsset(COLORS, places.brand, CSS),
}

const TYPES: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.css': CSS,
	'.woff2': 'font/woff2',
	'.svg': 'image/svg+xml',
}

/** Files of the React app, with their compressed copies from the build (scripts/build-admin.mjs). */
async function readBuilt(
	name: string,
	encoding: string | null,
): Promise<{ body: Uint8Array<ArrayBuffer>; encoding: string | null } | null> {
	if (!/^[\w.-]+$/.test(name) || TYPES[path.extname(name)] === undefined) return null
	const file = path.join(BUILD_DIR, 'client', 'admin', 'assets', name)
	const packed = encoding === null ? null : await readFile(`${file}.${encoding === 'br' ? 'br' : 'gz'}`).catch(() => null)
	const body = packed ?? (await readFile(file).catch(() => null))
	return body && { body: new Uint8Array(body), encoding: packed ? encoding : null }
}

/** What is open before the console is, too: styles, scripts and fonts. None of them holds data. */
export function addAssets(app: Hono<HttpEnv>): void {
	const reads = limitRate({ name: 'console-assets', points: 3000, seconds: 600 })
	for (const { path: address, text, type } of Object.values(assets))
		app.get(address, reads, keptAs(YEAR), (c) => c.body(text, 200, { 'Content-Type': type }))
	app.get(places.built, reads, keptAs(YEAR), async (c) => {
		const name = c.req.param('file') ?? ''
		const found = await readBuilt(name, matchEncoding(c.req.header('accept-encoding') ?? null, ['br', 'gzip']))
		if (!found) return c.notFound()
		c.header('Vary', 'Accept-Encoding')
		if (found.encoding !== null) c.header('Content-Encoding', found.encoding)
		return c.body(found.body, 200, { 'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream' })
	})
}
